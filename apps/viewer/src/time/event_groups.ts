// Groups events of the results that share a mark on the time line.

import type { App } from "../app/app";

export interface TimedEvent {
  time: number;
  name: string;
  note: string;
  track: number;
}

export function eventsOf(tracks: App["tracks"]): TimedEvent[] {
  return tracks
    .flatMap(({ data }, track) =>
      (data.result?.events ?? []).map(({ time, name, note }) => ({ time, name, note, track })),
    )
    .sort((a, b) => a.time - b.time);
}

// Events within `gap` seconds of the first of a group join it, because overlapping marks cannot be clicked.
export function grouped(events: readonly TimedEvent[], gap: number): TimedEvent[][] {
  const groups: TimedEvent[][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    if (group && event.time - group[0].time <= gap) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

const mostLines = 6;
export function textOf(group: readonly TimedEvent[], suffix: (track: number) => string): string {
  const lines = group
    .slice(0, mostLines)
    .map(({ time, name, note, track }) => `${time.toFixed(3)} s ${line(name, note)}${suffix(track)}`);
  if (group.length > mostLines) lines.push(`and ${group.length - mostLines} more`);
  return lines.join("\n");
}

export function line(name: string, note: string): string {
  return note === "" ? name : `${name}: ${note}`;
}
