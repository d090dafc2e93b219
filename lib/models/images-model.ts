import { type Signal, signal } from '@preact/signals'
import { minuteMs } from '../base/time.ts'
import type { ViewPorts } from './view-ports.ts'

export type ImagesModel = ReturnType<typeof createImagesModel>

/** Collects the image requests of one frame, so that a list sends one message, after the first frame is painted. */
const gatherMs = 60
const maxPerMessage = 40

/** Logos from the background; views fetch nothing themselves. Without a logo, components draw a placeholder. */
export function createImagesModel({ client, timers }: ViewPorts) {
  const known = new Map<string, Signal<string | null>>()
  const requested = new Set<string>()
  const wanted: string[] = []

  async function fetchWanted(): Promise<void> {
    const urls = wanted.splice(0, maxPerMessage)
    if (wanted.length > 0) later()
    // A missing logo is not worth a message: the placeholder stays, and a later use requests the logo again.
    const pictures = await client
      .send('images', { urls })
      .catch((): { readonly [url: string]: string } => ({}))
    for (const url of urls) {
      const picture = pictures[url] ?? null
      pictureOf(url).value = picture
      if (picture === null) timers.after(minuteMs, () => requested.delete(url))
    }
  }

  function pictureOf(url: string): Signal<string | null> {
    const picture = known.get(url) ?? signal<string | null>(null)
    known.set(url, picture)
    return picture
  }

  const later = (): void => void timers.after(gatherMs, () => void fetchWanted())

  return {
    /** The logo of a URL; null while or where there is none. A component that reads it is redrawn when it arrives. */
    of(url: string | null): string | null {
      if (url === null || !/^https?:/.test(url)) return null
      if (!requested.has(url)) {
        requested.add(url)
        if (wanted.push(url) === 1) later()
      }
      return pictureOf(url).value
    },
  }
}
