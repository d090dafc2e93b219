import * as v from 'valibot'
import { type KeyValueArea, localItem } from '../../lib/storage/local.ts'

/** The bits of the extension API that show our own small window. */
export interface WindowApi {
  readonly windows: {
    get(
      windowId: number,
      options: { populate: true },
    ): Promise<{ readonly tabs?: readonly { readonly url?: string | undefined }[] | undefined }>
    update(windowId: number, window: { focused: true }): Promise<unknown>
  }
  /** Opens the App in a window of its own; its id where the browser has windows. */
  readonly open: (hash: string) => Promise<number | null>
  /** Ends with the browser's session. */
  readonly area: KeyValueArea
}

const proposalHash = '#/proposal'

/** Shows what waits for the person: in the window that shows proposals already, else in a new one. */
export function createProposalWindow({ windows, open, area }: WindowApi): () => Promise<void> {
  const known = localItem<number | null>(area, 'proposalWindow', v.nullable(v.number()), null)
  let turn: Promise<unknown> = Promise.resolve()

  async function isShowing(windowId: number): Promise<boolean> {
    try {
      const { tabs } = await windows.get(windowId, { populate: true })
      return tabs?.some(({ url }) => url?.includes(proposalHash)) === true
    } catch {
      // The browser's way to say that it was closed.
      return false
    }
  }

  async function show(): Promise<void> {
    const windowId = await known.get()
    if (windowId !== null && (await isShowing(windowId))) await windows.update(windowId, { focused: true })
    else await known.set(await open(proposalHash))
  }

  return () => {
    const shown = turn.then(show)
    turn = shown.catch(() => undefined)
    return shown
  }
}
