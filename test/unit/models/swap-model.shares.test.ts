import { describe, expect, it } from 'vitest'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

/** A form with the native token of Harbour as input; the test gives the answers to *Max*. */
async function formed() {
  const gas: PromiseWithResolvers<string>[] = []
  const { app, ...fake } = await openApp({
    answers: {
      maxNative: () => {
        const answer = Promise.withResolvers<string>()
        gas.push(answer)
        return answer.promise
      },
    },
  })
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
    const taken = form.app.swap.shares.value?.fillShare(100)
    change(form)
    form.gas[0]?.resolve('9998')
    await taken
    expect(form.app.swap.shares.value?.shareProblem.value).toBe(null)
    expect(form.draft.amountText.value).toMatch(wanted)
  })

  it('leaves a quarter that was taken since, also where the gas price fails', async () => {
    const form = await formed()
    const held = BigInt(form.app.swap.balance.value ?? '0')
    const taken = form.app.swap.shares.value?.fillShare(100)
    await form.app.swap.shares.value?.fillShare(25)
    form.gas[0]?.reject(new Error('late'))
    await taken
    expect(form.app.swap.shares.value?.shareProblem.value).toBe(null)
    expect(form.draft.amount.value).toEqual({ kind: 'units', units: held / 4n })
  })
})

describe('the offer of the balance for an amount above it', () => {
  it('is what Max fills in of a native token, also if the gas price changes before the press', async () => {
    const { app, draft, settle, gas } = await formed()
    draft.setAmount('20000')
    await settle()
    expect(app.swap.shares.value?.offeredMax.value).toBe(null)
    gas[0]?.resolve('9998')
    await settle()
    expect(app.swap.shares.value?.offeredMax.value).toBe(9998n)
    app.swap.shares.value?.fillOfferedMax()
    expect(draft.amount.value).toEqual({ kind: 'units', units: 9998n })
    expect(app.swap.shares.value?.keptForGas.value).toBe(BigInt(app.swap.balance.value ?? '0') - 9998n)
    expect(gas).toHaveLength(1)
  })

  it.each<[string, (gas: PromiseWithResolvers<string>) => void]>([
    ['gas would take the whole balance', (gas) => gas.resolve('0')],
    ['the gas price cannot be read', (gas) => gas.reject(new Error('no price'))],
  ])('is not made if %s', async (_, answer) => {
    const { app, draft, settle, gas } = await formed()
    draft.setAmount('20000')
    await settle()
    for (const one of gas) answer(one)
    await settle()
    expect([app.swap.step.value, app.swap.shares.value?.offeredMax.value]).toEqual(['notEnough', null])
  })

  it.each<[string, (form: Awaited<ReturnType<typeof formed>>) => void]>([
    ['an affordable amount was typed', ({ draft }) => draft.setAmount('1')],
    ['another token was picked', ({ draft }) => draft.pick('input', data.usdcHarbour)],
  ])('does not come late, after %s', async (_, change) => {
    const form = await formed()
    form.draft.setAmount('20000')
    await form.settle()
    change(form)
    form.gas[0]?.resolve('9998')
    await form.settle()
    expect(form.app.swap.shares.value?.offeredMax.value).not.toBe(9998n)
  })
})
