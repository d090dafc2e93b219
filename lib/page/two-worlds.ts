import { type WaitingWindow, whenNeeded } from './when-needed.ts'

/** What both worlds of a window see of it. */
export interface MeetingWindow extends WaitingWindow {
  /** A text that shows nowhere and says nothing to anybody. */
  status: string
  readonly document: { readonly readyState: string }
}

/**
 * How the two scripts come into a window. `together`: the relay's always first, and only into a document that has run
 * nothing yet (Chromium). `apart`: each when it is compiled, and into documents that were there before us as well (Firefox).
 */
export type Arrival = 'together' | 'apart'

const mark = 'ferry:'
/** A UUID. */
const wordChars = 36

/*
 * A word begins the channels of a window and is the same in both of its worlds: one of them leaves it in `status`, before
 * whatever the page has there, and the other takes it away. No script of the page runs between the two, so that where Ferry
 * stays silent nobody can make it speak (M1, M11): they do it side by side before the page has a script, or in one event
 * whose first two listeners they are. The second way costs a starting document nothing.
 */

/** Begins our own world's half. `newId` gives an unguessable UUID. */
export function meetInOurs(
  win: MeetingWindow,
  arrival: Arrival,
  newId: () => string,
  begin: (word: string) => void,
): void {
  if (arrival === 'together') {
    whenNeeded(win, () => begin(leave(win, newId)))
    return
  }
  const word = taking(win)() ?? leave(win, newId)
  // Put into a page that was there before us, we have missed all of it.
  if (win.document.readyState === 'loading') whenNeeded(win, () => begin(word))
  else begin(word)
}

/** Begins the page's half. `newId` is used only before this returns: the page may patch its world later. */
export function meetInPage(
  win: MeetingWindow,
  arrival: Arrival,
  newId: () => string,
  begin: (word: string) => void,
): void {
  const take = taking(win)
  if (arrival === 'apart') {
    begin(take() ?? leave(win, newId))
    return
  }
  whenNeeded(win, () => {
    const word = take()
    if (word !== null) begin(word)
  })
}

function leave(win: MeetingWindow, newId: () => string): string {
  const word = newId()
  win.status = mark + word + win.status
  return word
}

/** Looks up now all that it takes to take a word: the page may patch its world later, and learn it so. */
function taking(win: MeetingWindow): () => string | null {
  const { get, set } = Object.getOwnPropertyDescriptor(win, 'status') as Required<PropertyDescriptor>
  const read: () => string = get.bind(win)
  const write: (text: string) => void = set.bind(win)
  const slice: (text: string, from: number, to?: number) => string = Function.prototype.call.bind(''.slice)
  const from = mark.length
  const to = from + wordChars
  return () => {
    const left = read()
    if (slice(left, 0, from) !== mark) return null
    write(slice(left, to))
    return slice(left, from, to)
  }
}
