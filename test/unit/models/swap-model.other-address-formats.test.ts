import { describe, expect, it } from 'vitest'
import { createAdvancedModel } from '../../../lib/models/advanced-model.ts'
import { type AppModel, createAppModel } from '../../../lib/models/app-model.ts'
import { followForm } from '../../../lib/models/follow-form.ts'
import { createPickerModel } from '../../../lib/models/picker-model.ts'
import type { Token } from '../../../lib/service/token.ts'
import type { Account } from '../../../lib/wallet/port.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

const stellarId = 1110002
const [chain] = data.chains
if (chain === undefined) throw new Error('there is no chain to copy')
const stellar = {
  ...chain,
  chainId: stellarId,
  name: 'Stellar',
  isConfigured: false,
  isAutoEnabled: false,
  isDepositEnabled: true,
}
const xlm: Token = {
  ...data.usdcHarbour,
  chainId: stellarId,
  address: 'USDC-Stellar',
  symbol: 'XLM',
  decimals: 7,
}
const start = { ...data.start, chains: [...data.chains, stellar] }
const other: Account = { ...data.account, address: `0x${'b0'.repeat(20)}` }
const receiver = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

const checkReceiver = ({ text }: { text: string }) => ({ address: text, name: null, risks: [] })

async function setup(part: Partial<typeof start> = {}) {
  const answers = { checkReceiver }
  const { app, ...fake } = await openApp({ start: { ...start, ...part }, answers })
  const lastRequest = () =>
    (fake.client.sent.findLast(({ name }) => name === 'quote')?.input as { request: object } | undefined)
      ?.request
  return { ...fake, app, lastRequest: lastRequest }
}

describe('an origin that is not EVM', () => {
  it('can be chosen where deposits are supported, and offers one before any wallet', async () => {
    const { app, pass, lastRequest } = await setup({ account: null })
    const picker = createPickerModel(app, 'input')
    expect(picker.canUse(stellarId)).toBe(true)
    expect(picker.canUse(1)).toBe(false)
    app.pickToken('input', xlm)
    app.swap.draft.setAmount('5')
    await pass(300)
    expect(app.swap.step.value).toBe('otherMethod')
    // No other method is supported there: the form offers a deposit instead.
    expect(lastRequest()).toBeUndefined()
    const { payByDeposit } = createAdvancedModel(app)
    payByDeposit()
    expect(app.swap.draft.options.value).toEqual({ enableDepositAddress: true })
    expect(app.swap.step.value).toBe('needReceiver')
    expect(app.swap.draft.isReceiverOpen.value).toBe(true)
  })

  it('is requested without the account as sender, but with it as receiver', async () => {
    const { app, pass, lastRequest, sent } = await setup()
    app.pickToken('input', xlm)
    app.swap.draft.options.value = { enableDepositAddress: true, refundAddress: receiver }
    app.swap.draft.setAmount('5')
    await pass(300)
    expect(lastRequest()).toMatchObject({
      originChainId: stellarId,
      userAddress: null,
      receiverAddress: data.account.address,
    })
    const read = sent('balances')
    expect(read).not.toContainEqual(expect.objectContaining({ chainId: stellarId }))
  })

  it('fills in the refund address where the account has one', async () => {
    const { app } = await setup()
    const { payByDeposit, payNoDeposit } = createAdvancedModel(app)
    payByDeposit()
    expect(app.swap.draft.options.value).toMatchObject({ refundAddress: data.account.address })
    expect(app.swap.lacksRefund.value).toBe(false)
    payNoDeposit()
    expect(app.swap.draft.options.value).toEqual({})
  })

  it('follows the connected account with the refund address that it filled in, also while no view is open', async () => {
    const { app, client, ports } = await setup()
    const refund = (shown = app) => shown.swap.draft.options.value.refundAddress
    const connect = (account: Account | null) => client.push({ kind: 'account', account, problem: null })
    createAdvancedModel(app).payByDeposit()
    connect(other)
    expect(refund()).toBe(other.address)
    // A watched account may belong to another person.
    connect({ ...data.account, wallet: null })
    expect([refund(), app.swap.lacksRefund.value]).toEqual([undefined, true])
    connect(data.account)
    expect(refund()).toBe(data.account.address)
    app.dispose()
    const answers = { start: () => ({ ...start, account: other }) }
    const next = createAppModel({ ...ports, client: createFakeClient({ answers }) })
    followForm(next)
    await expect.poll(() => next.start.isFresh.value).toBe(true)
    expect(refund(next)).toBe(other.address)
  })

  it('keeps a typed refund address when another account connects, even the address of the earlier account', async () => {
    for (const typed of [data.account.address, `0x${'8'.repeat(40)}`]) {
      const { app, client, settle } = await setup()
      const model = createAdvancedModel(app)
      model.payByDeposit()
      await model.setText('refundAddress', typed)
      client.push({ kind: 'account', account: other, problem: null })
      await settle()
      expect(app.swap.draft.options.value.refundAddress).toBe(typed)
    }
  })

  it('fills it in again after a change of the origin cleared it, and never after another swap filled the form', async () => {
    const { app, client } = await setup()
    const { draft } = app.swap
    const far: Token = { ...data.usdcIsland }
    createAdvancedModel(app).payByDeposit()
    draft.pick('input', far)
    expect(draft.options.value.refundAddress).toBe(data.account.address)
    const options = { enableDepositAddress: true as const, refundAddress: data.account.address }
    draft.fill({ input: far, output: xlm, inputAmount: '5', receiver, options })
    client.push({ kind: 'account', account: other, problem: null })
    expect(draft.options.value.refundAddress).toBe(data.account.address)
  })

  it('leaves a cleared refund address empty when another account connects', async () => {
    const { app, client } = await setup()
    const model = createAdvancedModel(app)
    model.payByDeposit()
    await model.setText('refundAddress', '')
    client.push({ kind: 'account', account: other, problem: null })
    expect(app.swap.draft.options.value).toEqual({ enableDepositAddress: true })
  })
})

describe('the memo for a recipient', () => {
  const memo = { depositDestinationMemo: '123456' }
  const memoOf = (app: AppModel) => app.swap.draft.options.value.depositDestinationMemo

  const another = `${receiver.slice(0, -1)}A`

  it('is dropped when another recipient is typed, chosen or connected', async () => {
    const changes: readonly ((shown: Awaited<ReturnType<typeof setup>>) => void)[] = [
      ({ app }) => app.swap.draft.setReceiver(another),
      ({ app }) => app.swap.draft.removeReceiver(),
    ]
    for (const change of changes) {
      const shown = await setup()
      const { draft } = shown.app.swap
      draft.openReceiver()
      draft.setReceiver(receiver)
      await shown.pass(1_000)
      draft.setOption('depositDestinationMemo', memo.depositDestinationMemo)
      change(shown)
      await shown.pass(1_000)
      expect(memoOf(shown.app)).toBeUndefined()
    }
    const shown = await setup()
    shown.app.swap.draft.setOption('depositDestinationMemo', memo.depositDestinationMemo)
    shown.client.push({ kind: 'account', account: other, problem: null })
    expect(memoOf(shown.app)).toBeUndefined()
  })

  it('is dropped for another recipient that is typed in the next view, before the first is checked there', async () => {
    const { app, pass, ports } = await setup()
    const { draft } = app.swap
    draft.openReceiver()
    draft.setReceiver(receiver)
    await pass(1_000)
    draft.setOption('depositDestinationMemo', memo.depositDestinationMemo)
    app.dispose()
    const next = createAppModel({
      ...ports,
      client: createFakeClient({ answers: { start: () => start, checkReceiver } }),
    })
    followForm(next)
    await expect.poll(() => next.start.isFresh.value).toBe(true)
    next.swap.draft.setReceiver(another)
    expect(memoOf(next)).toBe(memo.depositDestinationMemo)
    await pass(1_000)
    expect(memoOf(next)).toBeUndefined()
  })

  it('is dropped before its check ended', async () => {
    const { app, pass } = await setup()
    app.swap.draft.openReceiver()
    app.swap.draft.setReceiver(receiver)
    await pass(1_000)
    app.swap.draft.unsetOptions.value = {
      depositDestinationMemo: { typed: 'é', failure: null, isRefused: true },
    }
    app.swap.draft.setReceiver(another)
    await pass(1_000)
    expect(app.swap.draft.unsetOptions.value).toEqual({})
  })

  it('stays while its recipient is edited and checked again, and can be typed for the next one', async () => {
    const { app, pass } = await setup()
    const { draft } = app.swap
    draft.openReceiver()
    draft.setReceiver(receiver)
    await pass(1_000)
    draft.setOption('depositDestinationMemo', memo.depositDestinationMemo)
    for (const text of [receiver.slice(0, 9), '', receiver]) draft.setReceiver(text)
    await pass(1_000)
    expect(memoOf(app)).toBe(memo.depositDestinationMemo)
    draft.setReceiver(another)
    const model = createAdvancedModel(app)
    await model.setText('depositDestinationMemo', '77')
    await pass(1_000)
    expect(model.textOf('depositDestinationMemo')).toBe('77')
  })

  it('stays while the first recipient after it is typed, and with the same recipient', async () => {
    const { app, pass } = await setup()
    const { draft } = app.swap
    draft.openReceiver()
    draft.setOption('depositDestinationMemo', memo.depositDestinationMemo)
    for (const end of [1, 2, receiver.length]) draft.setReceiver(receiver.slice(0, end))
    await pass(1_000)
    draft.setReceiver(`${receiver} `)
    draft.setAmount('7')
    await pass(1_000)
    expect(memoOf(app)).toBe(memo.depositDestinationMemo)
  })

  it('moves from the own account to the first named recipient, and belongs to that one from then on', async () => {
    const { app, pass } = await setup()
    const { draft } = app.swap
    draft.setOption('depositDestinationMemo', memo.depositDestinationMemo)
    draft.openReceiver()
    for (const [text, expected] of [
      [receiver, memo.depositDestinationMemo],
      [another, undefined],
    ] as const) {
      draft.setReceiver(text)
      await pass(1_000)
      expect(memoOf(app)).toBe(expected)
    }
  })

  it('is dropped with a named recipient that is the own account', async () => {
    const { app, pass } = await setup()
    const { draft } = app.swap
    draft.openReceiver()
    for (const [text, expected] of [
      [data.account.address, memo.depositDestinationMemo],
      [receiver, undefined],
    ] as const) {
      draft.setReceiver(text)
      await pass(1_000)
      if (text !== receiver) draft.setOption('depositDestinationMemo', memo.depositDestinationMemo)
      expect(memoOf(app)).toBe(expected)
    }
  })

  it('arrives with the recipient of a repeated swap', async () => {
    const { app, pass } = await setup()
    const { draft } = app.swap
    draft.setOption('depositDestinationMemo', memo.depositDestinationMemo)
    draft.fill({
      input: xlm,
      output: data.usdcIsland,
      inputAmount: '5',
      receiver: other.address,
      options: memo,
    })
    await pass(1_000)
    expect(memoOf(app)).toBe(memo.depositDestinationMemo)
  })
})

describe('a destination that is not EVM', () => {
  it('is not requested before a receiver is named, and opens the field for it', async () => {
    const { app, pass, lastRequest } = await setup()
    app.pickToken('output', xlm)
    app.swap.draft.setAmount('5')
    await pass(1_000)
    // The list supports no automatic route there.
    expect([app.swap.step.value, app.swap.otherMethods.value]).toEqual(['otherMethod', ['manual']])
    app.swap.draft.setOption('enableManual', true)
    expect(app.swap.step.value).toBe('needReceiver')
    expect(app.swap.draft.isReceiverOpen.value).toBe(true)
    expect(lastRequest()).toBeUndefined()
    // The account cannot receive there: the field stays.
    app.swap.draft.removeReceiver()
    expect(app.swap.draft.isReceiverOpen.value).toBe(true)
    app.swap.draft.setReceiver(receiver)
    await pass(1_000)
    expect(lastRequest()).toMatchObject({ userAddress: data.account.address, receiverAddress: receiver })
    expect(lastRequest()).not.toHaveProperty('destinationFormat')
  })

  it('closes the empty field that it opened when the pair no longer needs a receiver', async () => {
    const { app, pass } = await setup()
    const output = app.swap.draft.output.value
    if (output === null) throw new Error('there is no output token')
    app.swap.draft.setAmount('5')
    app.pickToken('output', xlm)
    await pass(1_000)
    app.swap.draft.setOption('enableManual', true)
    expect(app.swap.draft.isReceiverOpen.value).toBe(true)
    app.pickToken('output', output)
    await pass(1_000)
    expect(app.swap.draft.isReceiverOpen.value).toBe(false)
    app.swap.draft.openReceiver()
    app.pickToken('output', xlm)
    app.pickToken('output', output)
    await pass(1_000)
    // The person opened this one.
    expect([app.swap.draft.isReceiverOpen.value, app.swap.step.value]).toEqual([true, 'needReceiver'])
  })

  it('needs a receiver where the address format is unknown, and sends exactly the typed text', async () => {
    const ton = { ...stellar, chainId: 5, name: 'Ton', addressFormat: 'unknown' as const }
    const { app, pass, lastRequest } = await setup({ chains: [...start.chains, ton] })
    app.pickToken('output', { ...xlm, chainId: 5, address: 'EQ-token' })
    app.swap.draft.setAmount('5')
    app.swap.draft.setOption('enableManual', true)
    expect(app.swap.step.value).toBe('needReceiver')
    const typed = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
    app.swap.draft.setReceiver(typed)
    await pass(1_000)
    expect(lastRequest()).toMatchObject({ receiverAddress: typed })
    // The background has the records of the chains itself.
    expect(lastRequest()).not.toHaveProperty('destinationFormat')
  })
})

describe('the picker', () => {
  it('shows the age of a list that could not be refreshed', async () => {
    const old = { tokens: [], total: 0, readMs: data.bornMs - 3 * 86_400_000 }
    const { app, ...fake } = await openApp({ answers: { tokens: () => old } })
    const picker = createPickerModel(app, 'output')
    await fake.settle()
    expect(picker.agedMs.value).toBe(old.readMs)
  })
})
