import { describe, expect, it } from "vitest";
import { bindingFor, bindings, type Actions, type Focus } from "../../src/shell/keyboard";
import { NoticeList } from "../../src/shell/notice_list";
import { dockWidth, usualWidth } from "../../src/shell/separator";
import { tabAfterKey } from "../../src/shell/tabs";

// The action of a key as text: "step -10".
function done(key: string, focus: Focus = "page", fast = false): string {
  let text = "nothing";
  const actions = new Proxy({} as Actions, {
    get:
      (_, name) =>
      (...values: unknown[]) =>
        (text = [String(name), ...values].join(" ")),
  });
  bindingFor(key, focus)?.act(actions, key, fast);
  return text;
}

describe("keys", () => {
  it("play, step, jump and set the speed", () => {
    expect(done(" ")).toBe("playOrPause");
    expect(done("ArrowLeft")).toBe("step -1");
    expect(done("ArrowRight")).toBe("step 1");
    expect(done("ArrowLeft", "page", true)).toBe("step -10");
    expect(done("Home")).toBe("goToStart");
    expect(done("End")).toBe("goToEnd");
    expect(done("+")).toBe("faster");
    expect(done("-")).toBe("slower");
    expect(done("?")).toBe("help");
    expect(done("Escape")).toBe("deselect");
    expect(done("F")).toBe("fit");
    expect(done("3")).toBe("showPanel 2");
    expect(done("x")).toBe("nothing");
  });

  it("do nothing while the user types, except Esc", () => {
    for (const { keys } of bindings) {
      for (const key of keys) {
        expect(bindingFor(key, "field") !== null).toBe(key === "Escape");
        expect(bindingFor(key, "dialog")).toBeNull();
      }
    }
  });

  it("leave arrows to sliders and Space to buttons", () => {
    expect(done("ArrowLeft", "arrows")).toBe("nothing");
    expect(done("Home", "arrows")).toBe("nothing");
    expect(done(" ", "arrows")).toBe("playOrPause");
    expect(done(" ", "button")).toBe("nothing");
    expect(done("ArrowLeft", "button")).toBe("step -1");
  });

  it("have one meaning each, which the help describes", () => {
    const keys = bindings.flatMap((binding) => binding.keys);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { shown, meaning } of bindings) expect(shown && meaning).toBeTruthy();
  });
});

describe("tabs", () => {
  it("are selected cyclically", () => {
    expect(tabAfterKey("ArrowRight", 4, 5)).toBe(0);
    expect(tabAfterKey("ArrowLeft", 0, 5)).toBe(4);
    expect(tabAfterKey("Home", 3, 5)).toBe(0);
    expect(tabAfterKey("End", 0, 5)).toBe(4);
    expect(tabAfterKey("a", 0, 5)).toBeNull();
  });
});

describe("the dock", () => {
  it("leaves room for the picture", () => {
    expect(dockWidth(400, 1200)).toBe(400);
    expect(dockWidth(Infinity, 1200)).toBe(800);
    expect(dockWidth(0, 1200)).toBe(280);
    expect(dockWidth(1000, 300)).toBe(280);
    expect(usualWidth(1600)).toBe(400);
    expect(usualWidth(800)).toBe(336);
  });
});

describe("messages", () => {
  it("that repeat are counted", () => {
    const list = new NoticeList();
    expect(list.add("no mesh", "warning").isNew).toBe(true);
    expect(list.add("no mesh", "warning").isNew).toBe(false);
    expect(list.all).toEqual([{ text: "no mesh", kind: "warning", times: 2 }]);
  });

  it("are bounded in number and length", () => {
    const list = new NoticeList(3, 10);
    for (let i = 0; i < 10; i++) list.add(`message ${i} with a long tail`, "error");
    expect(list.all.length).toBeLessThanOrEqual(3);
    expect(list.all.every(({ text }) => text.length <= 11)).toBe(true);
    expect(list.forgotten + list.all.length).toBe(10);
  });
});
