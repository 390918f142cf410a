// Names in a robot's file are shown as plain text, whatever they contain.

import { beforeAll, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { exported, resultOf, serve, write } from "./program";
import { patience, show } from "./reading";

useBrowser();

const script = `</script><script>window.ran = "script"</script>`;
const image = `<img src=x onerror="window.ran = 'image'">`;
const quotes = `"' onfocus='window.ran=1' autofocus x="\`\${window.ran=2}\``;
const comment = `<!-- <script> ]]> --> &lt;b&gt; __proto__`;
const long = "long ".repeat(1000).trim();

let result: string;

beforeAll(async () => {
  const text = (name: string) =>
    name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const body = (name: string) =>
    `<link name="${text(name)}"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>` +
    `<visual><geometry><mesh filename="${text(name.slice(0, 60).replaceAll("/", "_"))}.stl"/></geometry></visual></link>`;
  const joint = (name: string, parent: string, child: string) =>
    `<joint name="${text(name)}" type="continuous"><parent link="${text(parent)}"/><child link="${text(child)}"/>` +
    `<origin xyz="0 0 0.3"/><axis xyz="0 1 0"/></joint>`;
  write(
    "hostile.urdf",
    `<robot name="${text(script + image)}"><link name="base"/>${[image, quotes, comment, long].map(body).join("")}
    ${joint(script, "base", image)}${joint(image + "j", image, quotes)}${joint(quotes + "j", quotes, comment)}
    ${joint(long + "j", comment, long)}</robot>`,
  );
  const scene = write(
    "hostile.yaml",
    `model: hostile.urdf
simulation:
  duration: 0.2
  record: {frames: ${JSON.stringify([image, quotes, comment])}}
  events:
    - {name: ${JSON.stringify(image)}, at: 0.1}
`,
  );
  result = resultOf(scene);
});

describe.each(["served", "on disk"])("A page %s of a robot with hostile names", (how) => {
  it("shows them as text in every panel and runs nothing", async () => {
    const address = how === "served" ? await serve(result) : exported(result);
    const { page, context } = await open(address);
    const ran = () => page.evaluate(() => (window as any).ran);
    await expect.poll(() => page.getByRole("tree").textContent(), patience).toContain(image);
    for (const panel of ["Plots", "Recursion", "Matrices", "Numbers", "Robot"]) {
      await show(page, panel);
      if (panel === "Recursion") await page.getByRole("button", { name: "Play the sweeps" }).first().click();
      expect(await ran()).toBeUndefined();
    }
    await page.getByRole("treeitem").nth(2).click();
    await page.getByRole("button", { name: "1 event" }).click();
    expect(await page.getByRole("list", { name: "Events" }).textContent()).toContain(image);
    await page.keyboard.press("?");
    expect(await page.locator("img, iframe, object, embed").count()).toBe(0);
    const running = page.locator("script[type=module], script:not([type])");
    expect(await running.count()).toBe(1);
    expect(await ran()).toBeUndefined();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await context.close();
  });
});
