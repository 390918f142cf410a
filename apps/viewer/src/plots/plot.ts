// A chart with its title, legend and table.

import type { App, Curve } from "../app/app";
import { h } from "../shell/dom";
import { download } from "../shell/download";
import { type ChartPlan, type Quantity, withUnit } from "./catalogue";
import { Chart, type ChartActions, type ChartSeries } from "./chart";
import { csv, dataTable } from "./data_table";
import { type Legend, makeLegend } from "./legend";
import { fileRows, ordinal, plotTables, tableRows } from "./plot_table";
import type { TimeRange } from "./time_range";

export interface PlotActions extends ChartActions {
  remove(quantities: readonly Quantity[]): void;
}

interface Wanted extends ChartSeries {
  read(range: TimeRange, points: number): Promise<Curve>;
}

export class Plot {
  readonly element: HTMLElement;
  private readonly chart: Chart;
  private readonly legend: Legend;
  private readonly wanted: Wanted[];
  private readonly tableHolder = h("div", { class: "plot-table", hidden: true });
  private readonly tableButton: HTMLButtonElement;
  private requests = 0;
  private said = "";

  constructor(
    private readonly app: App,
    readonly plan: ChartPlan,
    private range: TimeRange,
    actions: PlotActions,
  ) {
    this.wanted = wantedCurves(app, plan);
    this.chart = new Chart(this.wanted, range, actions);
    const names = plan.quantities.map(({ name }) => name).join(", ");
    this.chart.element.setAttribute("aria-label", `${withUnit(plan.title, plan.unit)} over time: ${names}`);
    this.legend = makeLegend(app, plan, (quantity) => actions.remove([quantity]));
    this.tableButton = this.button("Table", () => this.toggleTable());
    this.tableButton.setAttribute("aria-expanded", "false");
    this.element = h(
      "section",
      { class: "plot", "aria-label": withUnit(plan.title, plan.unit) },
      h(
        "header",
        { class: "plot-head" },
        h("h2", {}, withUnit(plan.title, plan.unit)),
        this.tableButton,
        this.button("CSV", () => void this.save()),
        this.button("Remove", () => actions.remove(plan.quantities)),
      ),
      this.chart.element,
      this.legend.element,
      this.tableHolder,
    );
  }

  private button(text: string, act: () => void): HTMLButtonElement {
    const label = `${text}: ${withUnit(this.plan.title, this.plan.unit)}`;
    return h("button", { type: "button", class: "plain small", "aria-label": label, onclick: act }, text);
  }

  // Shows another time range, at once with the curves already loaded.
  showRange(range: TimeRange): void {
    this.range = range;
    this.chart.showRange(range);
  }

  async load(): Promise<void> {
    const range = this.range;
    const request = ++this.requests;
    const points = 2 * 256 * Math.max(1, Math.ceil(this.chart.width / 256));
    try {
      const curves = await Promise.all(this.wanted.map((curve) => curve.read(range, points)));
      if (request !== this.requests) return;
      this.chart.show(curves);
      if (!this.tableHolder.hidden) await this.fillTable();
    } catch (problem) {
      this.complain(problem);
    }
  }

  showTime(time: number, readingTime: number): void {
    this.chart.showTime(time);
    this.legend.show(readingTime);
  }

  redraw(): void {
    this.chart.redraw();
  }

  destroy(): void {
    this.requests += 1;
    this.chart.destroy();
    this.element.remove();
  }

  private async toggleTable(): Promise<void> {
    this.tableHolder.hidden = !this.tableHolder.hidden;
    this.tableButton.setAttribute("aria-expanded", String(!this.tableHolder.hidden));
    if (!this.tableHolder.hidden) await this.fillTable().catch((problem) => this.complain(problem));
  }

  private async fillTable(): Promise<void> {
    const request = this.requests;
    const tables = await plotTables(this.app, this.plan, this.range, tableRows);
    if (request === this.requests)
      this.tableHolder.replaceChildren(...tables.map((table) => dataTable(table)));
  }

  private async save(): Promise<void> {
    try {
      const tables = await plotTables(this.app, this.plan, this.range, fileRows);
      for (const [i, table] of tables.entries()) {
        const track = tables.length > 1 ? ` ${i + 1}` : "";
        const name = `${this.app.document.title} ${this.plan.title}${track}.csv`;
        download(new Blob([csv(table)], { type: "text/csv" }), name);
      }
      const stride = Math.max(1, ...tables.map((table) => table.stride));
      if (stride > 1) this.app.notices.say(`The file contains every ${ordinal(stride)} record.`);
    } catch (problem) {
      this.complain(problem);
    }
  }

  private complain(problem: unknown): void {
    const text = problem instanceof Error ? problem.message : String(problem);
    if (text !== this.said) this.app.notices.say(`${this.plan.title}: ${text}`, "error");
    this.said = text;
  }
}

// The curves of the second result are dashed and have the colours of the first.
function wantedCurves(app: App, plan: ChartPlan): Wanted[] {
  return app.tracks.flatMap(({ rows, data, index }) =>
    plan.quantities.flatMap(({ array, name, key }, colour) => {
      const columns = data.result?.arrays.find(({ path }) => path === array)?.columns ?? [];
      const column = columns.findIndex((candidate) => `${array}:${candidate}` === key);
      if (!rows || column < 0) return [];
      const read = ({ from, to }: TimeRange, points: number) => rows.curve(array, column, from, to, points);
      return [{ label: name, colour, isGhost: index > 0, read }];
    }),
  );
}
