import { computed, signal } from '@preact/signals'
import { canReceive } from '../base/address-format.ts'
import { parseEnsName } from '../base/ens-name.ts'
import { type AddressFormat, isSameAddress } from '../base/hex.ts'
import { toDisplayedText } from '../base/typed-text.ts'
import type { RecentReceiver } from '../history/recent-receivers.ts'
import { maxRecipientName, maxRecipients } from '../storage/recipient-limits.ts'
import type { SavedRecipient } from '../storage/settings-shape.ts'
import type { AppModel } from './app-model.ts'

const maxRecent = 3

export type RecipientsModel = ReturnType<typeof createRecipientsModel>

/**
 * Creates the recipients that the form suggests. A pick only fills in the field: the address is checked, and a name read,
 * as if it was typed.
 */
export function createRecipientsModel({ client, start, swap }: AppModel) {
  const { destination } = swap
  const earlier = signal<readonly RecentReceiver[]>([])
  const all = computed(() => start.settings.value.recipients)
  const form = computed(() => start.formOf(destination.value?.chainId ?? 0))
  const findSaved = (address: string, name: string | null) =>
    all.value.find((one) => (name === null ? isSameAddress(one.address, address) : one.address === name))

  // Suggestions only save typing, so the field works without them.
  client.send('recentReceivers', null).then(
    (found) => {
      earlier.value = found
    },
    () => undefined,
  )

  return {
    /** Saved recipients that can receive on the destination, by name. */
    saved: computed(() =>
      all.value
        .filter(({ address }) => isPossible(form.value, address))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    ),
    /** Recipients of earlier swaps that can receive on the destination and are not saved. */
    recent: computed(() =>
      earlier.value
        .filter(
          ({ address, name }) => canReceive(form.value, address) && findSaved(address, name) === undefined,
        )
        .filter(({ address }) => !isSameAddress(address, start.account.value?.address))
        .slice(0, maxRecent),
    ),
    /** The saved recipient with this address, or with this ENS name if it was given by name. */
    findSaved,
    isFull: computed(() => all.value.length >= maxRecipients),
    /** Saves a recipient under a name. Returns false where the name is empty or belongs to another one. */
    save(typedName: string, address: string): boolean {
      const name = toDisplayedText(typedName).trim().slice(0, maxRecipientName)
      const others = all.value.filter((one) => !isSameRecipient(one.address, address))
      if (name === '' || others.some((one) => one.name.toLowerCase() === name.toLowerCase())) return false
      void start.saveSettings({ recipients: [...others, { name, address }] })
      return true
    },
    forget({ address }: SavedRecipient): void {
      void start.saveSettings({ recipients: all.value.filter((one) => one.address !== address) })
    },
  }
}

function isSameRecipient(a: string, b: string): boolean {
  return a === b || isSameAddress(a, b)
}

/** ENS names lead to addresses of EVM chains only. */
function isPossible(form: AddressFormat, text: string): boolean {
  return canReceive(form, text) || (form === 'evm' && parseEnsName(text) !== null)
}
