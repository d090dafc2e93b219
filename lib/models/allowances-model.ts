import { computed, effect, signal, untracked } from '@preact/signals'
import type { AllowanceLine } from '../order/allowances.ts'
import { createOneAct } from './one-act.ts'
import type { OrderModel } from './order-model.ts'
import type { ViewPorts } from './view-ports.ts'

export type AllowancesModel = ReturnType<typeof createAllowancesModel>

/**
 * Creates the model of the allowances that Ferry ever asked for, as the chains say them, and the one that is being
 * taken back.
 */
export function createAllowancesModel({
  client,
  order,
}: Pick<ViewPorts, 'client'> & { order(orderId: string): Promise<OrderModel> }) {
  /** Null until they were read. */
  const lines = signal<readonly AllowanceLine[] | null>(null)
  /** The order by which one is taken back. */
  const opened = signal<{ readonly orderId: string; readonly model: OrderModel } | null>(null)
  const { act, busy, problem } = createOneAct<'read' | 'open'>()

  const read = () =>
    act('read', async () => {
      lines.value = await client.send('allowances', null)
    })

  const isDone = computed(() => opened.value?.model.order.value?.revoking?.state === 'over')
  const stopReading = effect(() => {
    // What is left is read again once a revocation is over, whatever came of it.
    if (isDone.value) untracked(() => void read())
  })

  function close(): void {
    opened.value?.model.dispose()
    opened.value = null
  }

  void read()
  return {
    lines,
    opened,
    problem,
    busy,
    read,
    /** Checks one of them; the wallet is asked by its review only. */
    revoke: (orderId: string) =>
      act('open', async () => {
        close()
        const model = await order(orderId)
        opened.value = { orderId, model }
        await model.revocation.open()
      }),
    close,
    dispose(): void {
      stopReading()
      close()
    },
  }
}
