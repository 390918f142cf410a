// Loads and parses the meshes of the document in the background, each once.

import type { Beginnings } from "../app/app";
import { type MeshPiece, parseMesh } from "./parse_mesh";

export interface MeshProblem {
  name: string;
  why: string;
}

const atOnce = 4; // concurrent requests

export class Meshes {
  private readonly waiting = new Map<number, ((pieces: MeshPiece[] | null) => void)[]>();
  private readonly order: number[] = []; // not yet requested
  private readonly known = new Map<number, MeshPiece[] | null>();
  private readonly problems: MeshProblem[] = [];

  constructor(private readonly app: Pick<Beginnings, "document" | "source" | "notices">) {}

  // Calls `use` once: with the pieces, or with null if the mesh cannot be loaded.
  want(mesh: number, use: (pieces: MeshPiece[] | null) => void): void {
    const users = this.waiting.get(mesh);
    const pieces = this.known.get(mesh);
    if (pieces !== undefined) use(pieces);
    else if (users) users.push(use);
    else {
      this.waiting.set(mesh, [use]);
      this.order.push(mesh);
    }
  }

  // Loads the meshes added since the last call; when all have arrived or failed, reports the failures.
  async load(): Promise<void> {
    const worker = async (): Promise<void> => {
      for (let mesh = this.order.shift(); mesh !== undefined; mesh = this.order.shift()) {
        const pieces = await this.pieces(mesh);
        this.known.set(mesh, pieces);
        for (const use of this.waiting.get(mesh) ?? []) use(pieces);
        this.waiting.delete(mesh);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    for (const text of summary(this.problems.splice(0))) this.app.notices.say(text, "warning");
  }

  private async pieces(mesh: number): Promise<MeshPiece[] | null> {
    const data = this.app.document.meshes[mesh];
    if (!data) return null;
    try {
      if (data.problem !== "") throw new Error(data.problem);
      const bytes = await this.app.source.mesh(mesh);
      await new Promise((resolve) => setTimeout(resolve)); // parsing can take long; this keeps the page responsive
      return parseMesh(bytes, data.format);
    } catch (problem) {
      const why = problem instanceof Error ? problem.message : String(problem);
      this.problems.push({ name: data.name, why });
      return null;
    }
  }
}

// One line per mesh; a single line if there are many.
export function summary(problems: readonly MeshProblem[]): string[] {
  if (problems.length <= 2) return problems.map(({ name, why }) => `The mesh ${name} is not shown: ${why}`);
  const [first, second] = problems;
  const more = problems.length - 2;
  return [
    `${problems.length} meshes are not shown: ${first.name} (${first.why}), ${second.name} and ${more} more`,
  ];
}
