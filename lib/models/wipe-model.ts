import { computed, signal } from '@preact/signals'
import { noFilter } from '../history/history-filter.ts'
import { wipeWord } from '../storage/wipe-scope.ts'
import { createOneAct } from './one-act.ts'
import type { ViewPorts } from './view-ports.ts'

export type WipeModel = ReturnType<typeof createWipeModel>

/** Models deleting the history: what is accounted for after one question, the rest only after a typed word. */
export function createWipeModel({ client, wiped }: Pick<ViewPorts, 'client'> & { wiped: () => void }) {
  const step = signal<'closed' | 'asked' | 'left' | 'done'>('closed')
  /** How many swaps stayed, because their money is not accounted for. */
  const left = signal(0)
  const typedWord = signal('')
  const { act, busy, problem } = createOneAct<'wipe'>()
  const isWordTyped = computed(() => typedWord.value.trim().toLowerCase() === wipeWord)

  const wipe = (consent: string | null) =>
    act('wipe', async () => {
      const answer = await client.send('wipeHistory', { consent })
      left.value = answer.left
      typedWord.value = ''
      step.value = answer.left === 0 ? 'done' : 'left'
      wiped()
    })

  return {
    step,
    left,
    typedWord,
    isWordTyped,
    isBusy: computed(() => busy.value !== null),
    problem,
    open(): void {
      step.value = 'asked'
    },
    close(): void {
      typedWord.value = ''
      problem.value = null
      step.value = 'closed'
    },
    /** The whole history as a file, to keep before it goes. */
    exportPiece: (format: 'csv' | 'json', after: string | null) =>
      client.send('exportHistory', { filter: noFilter, format, after }),
    wipe: () => wipe(null),
    async wipeRest(): Promise<void> {
      if (isWordTyped.value) await wipe(wipeWord)
    },
  }
}
