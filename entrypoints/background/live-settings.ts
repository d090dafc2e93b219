import type { LocalItem } from '../../lib/storage/local.ts'
import { defaultSettings, type Settings } from '../../lib/storage/settings.ts'

/** The settings, also for whoever cannot wait for them. */
export interface LiveSettings extends LocalItem<Settings> {
  /** As they were kept or read last. */
  now(): Settings
}

/** Reads the settings once; a store that cannot be read now is told of by whoever needs it. */
export async function openSettings(item: LocalItem<Settings>): Promise<LiveSettings> {
  let known = await item.get().catch(() => defaultSettings)
  return {
    get: () => item.get(),
    async set(next) {
      await item.set(next)
      known = next
    },
    now: () => known,
  }
}
