import { describe, expect, it } from "vitest";
import { addressOf, stateFromAddress } from "../../src/app/address";
import { initialState, type Shown, type ViewState } from "../../src/app/state";
import { twoLinkDocument } from "../fixtures/two_link";
import { randomNumbers } from "./random_numbers";

const page = twoLinkDocument();

// Names that try to break out of their fields, one of them twice.
const strange = twoLinkDocument();
strange.tracks[0].robot.bodies[0].name = "a,b&c=d #%:~é\u2028";
strange.tracks[0].robot.bodies[1].name = strange.tracks[0].robot.bodies[0].name;
strange.tracks[0].robot.coordinates[0].name = "base x:1,2";
strange.tracks[0].robot.coordinates[1].name = "~0";

function randomState(random: () => number): ViewState {
  const whole = (count: number) => Math.floor(random() * count);
  const numbers = (count: number) => Array.from({ length: count }, () => 6 * random() - 3);
  const shown = { ...initialState.shown };
  for (const key of Object.keys(shown) as (keyof Shown)[]) shown[key] = random() < 0.5;
  return {
    time: Number((3.9 * random()).toFixed(10)),
    playing: false,
    speed: 2 ** (whole(9) - 4),
    loop: random() < 0.5,
    pose: random() < 0.5 ? null : numbers(2).map((x) => Number(x.toFixed(6))),
    selected: whole(3) - 1,
    follow: whole(3) - 1,
    shown,
    opacity: whole(101) / 100,
    ghost: random() < 0.5,
    camera:
      random() < 0.5
        ? null
        : {
            position: numbers(3).map((x) => Number(x.toFixed(3))),
            target: numbers(3).map((x) => Number(x.toFixed(3))),
          },
    panel: ([null, "robot", "plots", "recursion", "matrices", "numbers"] as const)[whole(6)],
    plots: ["q:shoulder", "energy:kinetic, all", "a=b&c"].slice(whole(4)),
    recursion: { step: whole(40) - 1, torques: (["recorded", "none", "gravity"] as const)[whole(3)] },
    matrix: (["mass", "inverse", "factor", "inverseFactor"] as const)[whole(4)],
    theme: (["system", "light", "dark"] as const)[whole(3)],
  };
}

describe("the address", () => {
  it("of the state that the page opens with is empty", () => {
    expect(addressOf(page, initialState)).toBe("");
    expect(stateFromAddress(page, "")).toEqual(initialState);
    expect(stateFromAddress(page, "#")).toEqual(initialState);
  });

  it("is readable and has only the differences", () => {
    const shown = { ...initialState.shown, frames: true, grid: false };
    const state = { ...initialState, time: 1.24, selected: 1, shown, pose: [0.5, page.tracks[0].start.q[1]] };
    expect(addressOf(page, state)).toBe("t=1.24&pose=shoulder:0.5&selected=lower&show=frames,-grid");
  });

  it("restores every state that was written to it", () => {
    const random = randomNumbers(7);
    for (let i = 0; i < 500; i++) {
      const state = randomState(random);
      expect(stateFromAddress(page, `#${addressOf(page, state)}`)).toEqual(state);
    }
  });

  it("takes names with any characters, and duplicate names", () => {
    const random = randomNumbers(8);
    for (let i = 0; i < 200; i++) {
      const state = randomState(random);
      expect(stateFromAddress(strange, `#${addressOf(strange, state)}`)).toEqual(state);
    }
  });

  it("stores a pose even if it equals the start", () => {
    const state = { ...initialState, pose: page.tracks[0].start.q };
    expect(stateFromAddress(page, addressOf(page, state)).pose).toEqual(page.tracks[0].start.q);
  });

  it("has its numbers clamped to their ranges", () => {
    const state = stateFromAddress(page, "#t=1e9&speed=1e9&opacity=-3&step=-7.2&pose=shoulder:1e300");
    expect(state.time).toBe(page.tracks[0].result!.last);
    expect(state.speed).toBe(16);
    expect(state.opacity).toBe(0);
    expect(state.recursion.step).toBe(-1);
    expect(state.pose![0]).toBe(1e6);
  });

  it("has invalid fields ignored", () => {
    const junk =
      "#t=x&speed=&loop=maybe&pose=nobody:1,shoulder:,elbow:NaN,:::&selected=nobody&follow=~99&show=__proto__,toString,-,x&" +
      "opacity=NaN&camera=1,2,3&panel=constructor&plots=&step=Infinity&torques=1&matrix=%FF&theme=%&&&=&a&playing=true";
    expect(stateFromAddress(page, junk)).toEqual({ ...initialState, pose: page.tracks[0].start.q });
  });

  it("never makes the page throw, whatever it contains", () => {
    const random = randomNumbers(9);
    const words = [
      "#",
      "&",
      "=",
      ",",
      ":",
      "%",
      "~",
      "-",
      "+",
      "pose",
      "camera",
      "show",
      "1e999",
      "\uD800",
      "t",
    ];
    for (let i = 0; i < 3000; i++) {
      const length = Math.floor(random() * 30);
      const hash = Array.from({ length }, () => words[Math.floor(random() * words.length)]).join("");
      const state = stateFromAddress(page, hash);
      expect(Number.isFinite(state.time)).toBe(true);
      expect(() => addressOf(page, state)).not.toThrow();
    }
  });

  it("is refused if the camera is at its target", () => {
    expect(stateFromAddress(page, "#camera=1,2,3,1,2,3").camera).toBeNull();
    expect(stateFromAddress(page, "#camera=1,2,3,,2,3").camera).toBeNull();
  });

  it("opens a result at its first record", () => {
    const late = twoLinkDocument();
    late.tracks[0].result!.first = 2;
    expect(stateFromAddress(late, "").time).toBe(2);
    expect(addressOf(late, stateFromAddress(late, ""))).toBe("");
    expect(stateFromAddress(late, "#t=0.5").time).toBe(2);
  });

  it("can be that of a document without robots", () => {
    const empty = { ...page, tracks: [] };
    expect(stateFromAddress(empty, "#pose=a:1&selected=upper&t=3").selected).toBe(-1);
  });
});
