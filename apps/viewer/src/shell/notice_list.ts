// A list of messages, newest first. A repeated message only increases its count, and the length of the list is limited.

export type NoticeKind = "info" | "warning" | "error";

export interface Notice {
  text: string;
  kind: NoticeKind;
  times: number;
}

export class NoticeList {
  private notices: Notice[] = [];
  forgotten = 0;

  constructor(
    private readonly most = 200,
    private readonly longest = 2000,
  ) {}

  get all(): readonly Notice[] {
    return this.notices;
  }

  add(text: string, kind: NoticeKind): { notice: Notice; isNew: boolean } {
    const short = text.length > this.longest ? `${text.slice(0, this.longest)}…` : text;
    const known = this.notices.find((notice) => notice.text === short && notice.kind === kind);
    if (known) {
      known.times += 1;
      return { notice: known, isNew: kind === "info" };
    }
    const notice = { text: short, kind, times: 1 };
    this.notices.unshift(notice);
    if (this.notices.length > this.most) {
      this.notices.pop();
      this.forgotten += 1;
    }
    return { notice, isNew: true };
  }
}
