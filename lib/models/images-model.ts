import { type Signal, signal } from '@preact/signals'
import type { ViewPorts } from './view-ports.ts'

export type ImagesModel = ReturnType<typeof createImagesModel>

/** Collects the image requests of one frame, so that a list sends one message, after the first frame is painted. */
const gatherMs = 60
const maxPerMessage = 40

/** Logos from the background; views fetch nothing themselves. Without a logo, components draw a placeholder. */
export function createImagesModel({ client, timers }: ViewPorts) {
  const known = new Map<string, Signal<string | null>>()
  let wanted: string[] = []

  async function fetchWanted(): Promise<void> {
    const urls = wanted.slice(0, maxPerMessage)
    wanted = wanted.slice(maxPerMessage)
    if (wanted.length > 0) later()
    try {
      const pictures = await client.send('images', { urls })
      for (const url of urls) {
        const one = known.get(url)
        if (one !== undefined) one.value = pictures[url] ?? null
      }
    } catch {
      // A missing logo is not worth a message: the placeholder stays, and the next use requests the logo again.
      for (const url of urls) known.delete(url)
    }
  }

  const later = (): void => void timers.after(gatherMs, () => void fetchWanted())

  return {
    /** The logo of a URL; null while or where there is none. A component that reads it is redrawn when it arrives. */
    of(url: string | null): string | null {
      if (url === null || !/^https?:/.test(url)) return null
      const one = known.get(url)
      if (one !== undefined) return one.value
      const made = signal<string | null>(null)
      known.set(url, made)
      wanted.push(url)
      if (wanted.length === 1) later()
      return made.value
    },
  }
}
