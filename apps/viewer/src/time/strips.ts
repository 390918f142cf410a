// The two strips below the time line: energy and constraint error.

import type { App, Clock } from "../app/app";
import { dataTable, type Table } from "../plots/data_table";
import { makeDialog } from "../shell/dialog";
import { Strip } from "./strip";
import {
  arrayOf,
  energies,
  energyCurves,
  energyNames,
  energyTable,
  errorCurves,
  errorNames,
  errorTable,
} from "./strip_data";

export interface Strips {
  elements: HTMLElement[];
  show(): void;
}

export function makeStrips(app: App, clock: Clock): Strips {
  const [track] = app.tracks;
  const energy = new Strip(app, clock, {
    title: "Energy",
    unit: "J",
    isLog: false,
    note: "potential and total energy are relative to the initial potential energy",
    readings: energyNames,
    showTable: () => void openTable(app, "Energy", energyTable(app)),
  });
  const error = new Strip(app, clock, {
    title: "Constraint error",
    unit: "",
    isLog: true,
    note: "logarithmic",
    readings: errorNames,
    showTable: () => void openTable(app, "Constraint error", errorTable(app)),
  });

  async function load(): Promise<void> {
    const [energyShown, errorShown] = await Promise.all([energyCurves(app), errorCurves(app)]);
    if (energyShown.some(({ curve }) => curve.times.length > 0)) energy.show(energyShown);
    if (errorShown.length > 0) error.show(errorShown);
    show();
  }

  function show(): void {
    const { time } = app.state.get();
    const { row } = app.snapshots.of(0);
    const columns = arrayOf(track, "energy")?.columns ?? [];
    const numbers = (strip: Strip, path: string) =>
      strip.element.hidden || row < 0 ? null : (track.rows?.record(path, row) ?? null);
    const energyNumbers = numbers(energy, "energy");
    const errorNumbers = numbers(error, "constraints");
    energy.showCursor(time, energyNumbers && energies(columns, energyNumbers));
    error.showCursor(time, errorNumbers && [...errorNumbers]);
  }

  load().catch((problem: Error) => app.notices.say(`Energies cannot be shown: ${problem.message}`, "error"));
  return { elements: [energy.element, error.element], show };
}

async function openTable(app: App, title: string, table: Promise<Table>): Promise<void> {
  try {
    const dialog = makeDialog(title, dataTable(await table));
    dialog.classList.add("table-dialog");
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  } catch (problem) {
    app.notices.say((problem as Error).message, "error");
  }
}
