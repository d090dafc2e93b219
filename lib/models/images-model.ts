import { type Signal, signal } from '@preact/signals'
import type { ViewPorts } from './view-ports.ts'

export type ImagesModel = ReturnType<typeof createImagesModel>

/** Gathers what one picture of the screen asks for, so that a list asks once; after the first one is painted. */
const gatherMs = 60
const mostAtOnce = 40

/** Logos as the background gives them: views fetch nothing. Until one is there, and where none is, it is drawn. */
export function createImagesModel({ client, timers }: Pick<ViewPorts, 'client' | 'timers'>) {
  const known = new Map<string, Signal<string | null>>()
  let wanted: string[] = []

  async function fetchWanted(): Promise<void> {
    const urls = wanted.slice(0, mostAtOnce)
    wanted = wanted.slice(mostAtOnce)
    if (wanted.length > 0) later()
    try {
      const pictures = await client.send('images', { urls })
      for (const url of urls) {
        const one = known.get(url)
        if (one !== undefined) one.value = pictures[url] ?? null
      }
    } catch {
      // A picture is no news: it stays drawn, and is asked for again when it is next shown.
      for (const url of urls) known.delete(url)
    }
  }

  const later = (): void => void timers.after(gatherMs, () => void fetchWanted())

  return {
    /** The picture of an address, null while or where there is none; a component that reads it is drawn again. */
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
