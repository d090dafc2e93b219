/** The bits of a window by which its two worlds find each other. */
export interface MeetingWindow {
  addEventListener(type: string, listener: (event: Event) => void, options?: { readonly once: boolean }): void
  dispatchEvent(event: Event): boolean
}

const told = 'ferry:1'
const asked = 'ferry:2'

/**
 * The page's world tells ours the word that begins their channels. Both run before the page has a script, so no page
 * knows the word until it sees one of our messages: where Ferry stays silent nobody can make it speak (M1, M11).
 */
export function tellWord(win: MeetingWindow, word: string): void {
  const tell = (): boolean => !win.dispatchEvent(new CustomEvent(told, { detail: word, cancelable: true }))
  // Whichever world is first waits for the other one.
  if (!tell()) win.addEventListener(asked, tell, { once: true })
}

/** Our world hears the word, at once or as soon as the other one is there. */
export function hearWord(win: MeetingWindow, heard: (word: string) => void): void {
  const hear = (event: Event): void => {
    event.preventDefault()
    heard(`${(event as CustomEvent).detail}`)
  }
  win.addEventListener(told, hear, { once: true })
  win.dispatchEvent(new Event(asked))
}
