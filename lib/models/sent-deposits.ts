import { signal } from '@preact/signals'
import { readLocal, type ViewPorts, writeLocal } from './view-ports.ts'

const sentDepositsKey = 'ferry.deposits.1'
const maxSentDeposits = 20

/** Stores that the user said that they paid this deposit: the next view must not invite them to pay it again. */
export function createDepositNote({ storage }: Pick<ViewPorts, 'storage'>, orderId: string) {
  const readIds = () => readLocal<readonly string[]>(storage, sentDepositsKey) ?? []
  const isDepositSent = signal(readIds().includes(orderId))
  return {
    isDepositSent,
    setDepositSent(isSent: boolean): void {
      isDepositSent.value = isSent
      const others = readIds().filter((id) => id !== orderId)
      const next = isSent ? [orderId, ...others].slice(0, maxSentDeposits) : others
      writeLocal(storage, sentDepositsKey, next)
    },
  }
}

/** Only after the last swap was deleted: the notes of the others must stay. */
export function forgetSentDeposits({ storage }: Pick<ViewPorts, 'storage'>): void {
  writeLocal(storage, sentDepositsKey, [])
}
