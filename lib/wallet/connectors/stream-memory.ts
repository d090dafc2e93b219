import * as v from 'valibot'
import type { PagePorts } from './page-ports.ts'

const keptIds = 100
const memory = v.array(v.object({ requestId: v.string(), isAsked: v.boolean() }))

/** What outlives the worker: which requests were begun, and for which the method itself was on its way to the wallet. */
export interface StreamMemory {
  find(requestId: string): { readonly isAsked: boolean } | undefined
  begin(requestId: string): Promise<void>
  asked(requestId: string): Promise<void>
}

/** Reads the memory of one way to wallets back; what cannot be read counts as empty. */
export async function openStreamMemory(storage: PagePorts['storage'], way: string): Promise<StreamMemory> {
  const key = `walletAsked:${way}`
  const kept = v.safeParse(memory, (await storage.get(key))[key])
  let all = kept.success ? kept.output : []
  const save = (): Promise<void> => storage.set({ [key]: all })
  return {
    find: (requestId) => all.find((each) => each.requestId === requestId),
    async begin(requestId) {
      all = [...all, { requestId, isAsked: false }].slice(-keptIds)
      await save()
    },
    async asked(requestId) {
      all = all.map((each) => (each.requestId === requestId ? { requestId, isAsked: true } : each))
      await save()
    },
  }
}
