import type { View } from './driver.ts'

const noted = 'ferryTestNotices'

/**
 * Starts to record Ferry's notifications. One that the system removes immediately counts too: Firefox without
 * a desktop closes each in the millisecond of its creation, so that none is ever listed.
 */
export async function watchNotices(ferry: View): Promise<void> {
  await ferry.run(`(() => {
    const seen = new Set()
    globalThis.${noted} = seen
    for (const event of [chrome.notifications.onShown, chrome.notifications.onClosed]) {
      event?.addListener((id) => seen.add(id))
    }
    return true
  })()`)
}

/** The ids of the notifications since then, including those that are visible now. */
export async function readShownNotices(ferry: View): Promise<readonly string[]> {
  const ids = await ferry.run(
    `chrome.notifications.getAll().then((all) => JSON.stringify([...new Set([...${noted}, ...Object.keys(all)])]))`,
  )
  return JSON.parse(String(ids))
}
