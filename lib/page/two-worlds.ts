/** What both worlds of a window see of it. */
export interface MeetingWindow {
  /**
   * A text that shows nowhere and says nothing to anybody; empty in every new document. Only a site that has opened a window
   * of its own can have put something there before: it learns that Ferry is there, and nothing more.
   */
  status: string
  readonly document: { readonly readyState: string }
}

const mark = 'ferry:'

/**
 * The word that begins the channels of a window, the same in both of its worlds: whichever is first makes it and leaves it
 * in `status`, the other one takes it away. Both run before the page has a script, so no page knows the word until it sees
 * one of our messages: where Ferry stays silent nobody can make it speak (M1, M11). An event would tell it as well, and be
 * a fifth of all that we cost a page at its start.
 */
export function shareWord(win: MeetingWindow, newId: () => string): string {
  const left = win.status
  if (left.startsWith(mark)) {
    win.status = ''
    return left
  }
  const word = `${mark}${win.document.readyState}:${newId()}`
  win.status = word
  return word
}

/**
 * Whether the document was still being read when its word was made. The word tells it, since our own world would have to
 * build itself a `document` for the question.
 */
export function isFromStart(word: string): boolean {
  return word.startsWith(`${mark}loading:`)
}
