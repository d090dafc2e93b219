import { viewBrowser } from '../platform/view-browser.ts'
import { wait } from '../platform/wait.ts'
import { viewChannel } from './view-frame.ts'
import { viewLine } from './view-line.ts'
import type { ViewLine } from './view-map.ts'

/** The background as this view reaches it through the browser, from when it is `ready`; one for each page. */
export function createViewLine(ready: Promise<void>): ViewLine {
  // Looked up when it is needed: the browser makes this part of its API when it is first touched.
  const browser = viewBrowser()
  return viewLine({
    sendMessage: (call) => browser.runtime.sendMessage(call),
    connect: () => browser.runtime.connect({ name: viewChannel }),
    restored: (back) => {
      addEventListener('pageshow', (event) => {
        if (event.persisted) back()
      })
    },
    ready,
    wait,
  })
}
