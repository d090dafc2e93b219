import { describe, expect, it } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

/** A form with the native token of Harbour as input; the test gives the answers to *Max*. */
async function formed() {
  const gas: PromiseWithResolvers<string>[] = []
  const fake = createFakePorts((nowMs) =>
    createFakeClient({
      nowMs,
      answers: {
        maxNative: () => {
          const answer = Promise.withResolvers<string>()
          gas.push(answer)
          return answer.promise
        },
      },
    }),
  )
  const app = createAppModel(fake.ports)
  await fake.settle()
  const { draft } = app.swap
  draft.pick('input', data.ethHarbour)
  draft.pick('output', data.usdcIsland)
  await fake.settle()
  return { ...fake, app, draft, gas }
}

describe('Max with a late gas price', () => {
  it.each<[string, (form: Awaited<ReturnType<typeof formed>>) => void, RegExp]>([
    ['an amount that was typed since', ({ draft }) => draft.setAmount('0.1'), /^0\.1$/],
    ['a text that was typed and erased since', ({ draft }) => ['1', ''].forEach(draft.setAmount), /^$/],
    [
      'dollars',
      ({ draft }) => {
        draft.learnPrice({
          ...data.quoteFor(data.quoteRequest, data.bornMs),
          inputToken: data.ethHarbour,
          inputPriceInUsd: '2000',
        })
        draft.toggleEntry()
      },
      /^$/,
    ],
    ['another token', ({ draft }) => draft.pick('input', data.usdcHarbour), /^$/],
  ])('leaves %s', async (_what, change, wanted) => {
    const form = await formed()
    const taken = form.app.swap.fillShare(100)
    change(form)
    form.gas[0]?.resolve('9998')
    expect(await taken).toBe(null)
    expect(form.draft.amountText.value).toMatch(wanted)
  })

  it('leaves a quarter that was taken since, also where the gas price fails', async () => {
    const form = await formed()
    const held = BigInt(form.app.swap.balance.value ?? '0')
    const taken = form.app.swap.fillShare(100)
    await form.app.swap.fillShare(25)
    form.gas[0]?.reject(new Error('late'))
    expect(await taken).toBe(null)
    expect(form.draft.amount.value).toEqual({ kind: 'units', units: held / 4n })
  })

  it('fills in the remaining amount when nothing was changed', async () => {
    const form = await formed()
    const taken = form.app.swap.fillShare(100)
    form.gas[0]?.resolve('9998')
    expect(await taken).toBe(null)
    expect(form.draft.amount.value).toEqual({ kind: 'units', units: 9998n })
  })
})
