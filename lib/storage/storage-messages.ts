import * as v from 'valibot'
import { type Handlers, message, nothing, output } from '../base/message.ts'
import type { Clock } from '../base/time.ts'
import type { Database } from './database.ts'
import { type LocalItem, settingsShape, type WholeArea } from './local.ts'
import { createUnreadable, rescue, type UnreadableOrder } from './rescue.ts'
import type { Settings } from './settings.ts'

/** The messages about what is stored. */
export const storageMessages = {
  /** Everything that can still be read, as JSON text without a signature. */
  rescue: message(nothing, output<{ readonly text: string }>()),
  /** Swaps that were stored by another Ferry than this one understands; newest first. */
  unreadable: message(nothing, output<readonly UnreadableOrder[]>()),
  saveSettings: message(v.strictObject({ settings: settingsShape }), output<Settings>()),
}

interface StoragePorts {
  readonly database: () => Promise<Database>
  /** The browser's own area, and ours. */
  readonly areas: { readonly local: WholeArea; readonly items: WholeArea }
  readonly settings: Pick<LocalItem<Settings>, 'set'>
  readonly settingsChanged: (settings: Settings) => void
  readonly clock: Clock
  /** Of Ferry. */
  readonly version: string
}

/** Answers what views ask about what is stored. */
export function storageHandlers(ports: StoragePorts): Handlers<typeof storageMessages> {
  const { database, areas, clock, version } = ports
  return {
    rescue: async () => ({ text: await rescue(database, areas, { version, nowMs: clock.nowMs() }) }),
    unreadable: createUnreadable(database),
    async saveSettings({ settings }) {
      await ports.settings.set(settings)
      ports.settingsChanged(settings)
      return settings
    },
  }
}
