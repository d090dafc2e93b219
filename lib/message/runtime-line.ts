import { viewBrowser } from '../platform/view-browser.ts'
import { wait } from '../platform/wait.ts'
import { viewChannel } from './view-frame.ts'
import { viewLine } from './view-line.ts'
import type { ViewLine } from './view-map.ts'

/** The background as this view reaches it through the browser, from when it is `ready`; one for each page. */
export function createViewLine(ready: Promise<void>): ViewLine {
  const { runtime } = viewBrowser()
  return viewLine({
    sendMessage: (call) => runtime.sendMessage(call),
    connect: () => runtime.connect({ name: viewChannel }),
    restored: (back) => {
      addEventListener('pageshow', (event) => {
        if (event.persisted) back()
      })
    },
    ready,
    wait,
  })
}
