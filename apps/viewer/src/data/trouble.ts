// Reports once that numbers cannot be loaded, and again only after a success.

export class Trouble {
  private said = false;

  constructor(private readonly complain: (text: string) => void) {}

  met(problem: unknown): void {
    if (!this.said) this.complain(problem instanceof Error ? problem.message : String(problem));
    this.said = true;
  }

  over(): void {
    this.said = false;
  }
}
