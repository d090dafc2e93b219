/** Steps of a swap: handoff, quote, review, approval, signature, sending, submit, following, end. */
export type Column = 'H' | 'Q' | 'V' | 'A' | 'G' | 'T' | 'S' | 'P' | 'N'

/** A test elsewhere that shows what cells say: its file under `test/`, and its title. */
export interface Shown {
  readonly columns: string
  readonly file: string
  readonly title: string
}

/** A row of the fault matrix: the columns that say something, and those that are shown elsewhere; the others have a `cell` here. */
export interface Row {
  readonly columns: string
  readonly shown: readonly Shown[]
}

/** A test elsewhere: what cells it shows, where, and its title. */
export const by = (columns: string, file: string, title: string): Shown => ({ columns, file, title })
