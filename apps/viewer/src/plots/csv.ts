// A table of numbers, and its text as CSV.

export interface Table {
  caption: string; // what the numbers are
  corner?: string; // above the row heads
  columns: string[]; // with units
  rows: TableRow[];
  digits?: number; // significant digits; default 5
}

export interface TableRow {
  head?: string | number; // a number is a time in seconds
  numbers: ArrayLike<number>;
}

// Writes all digits of each number, and names quoted for spreadsheets.
export function csv(table: Table): string {
  const hasHeads = table.rows.some((row) => row.head !== undefined);
  const heads = [...(hasHeads ? [table.corner ?? ""] : []), ...table.columns];
  const lines = table.rows.map((row) => [
    ...(hasHeads ? [quoted(String(row.head ?? ""))] : []),
    ...Array.from(row.numbers, (value) => (Number.isNaN(value) ? "" : String(value))),
  ]);
  return [heads.map(quoted), ...lines].map((fields) => fields.join(",")).join("\n") + "\n";
}

// A name that starts like a formula gets a leading space; otherwise a spreadsheet would evaluate it.
function quoted(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text));
  const safe = isFormula ? ` ${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
