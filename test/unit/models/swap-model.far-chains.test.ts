import { describe, expect, it } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import type { Token } from '../../../lib/service/token.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

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
const receiver = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

async function setup(part: Partial<typeof start> = {}) {
  const answers = { checkReceiver: ({ text }: { text: string }) => ({ address: text, risks: [] }) }
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, start: { ...start, ...part }, answers }))
  const app = createAppModel({ ...fake.ports, hash: '' })
  await fake.settle()
  const lastAsk = () =>
    (fake.client.sent.findLast(({ name }) => name === 'quote')?.input as { ask: object } | undefined)?.ask
  return { ...fake, app, lastAsk }
}

describe('a chain with other addresses, to send from', () => {
  it('can be chosen where deposits are taken, and offers one before any wallet', async () => {
    const { app, pass, lastAsk } = await setup({ account: null })
    const picker = await app.create.picker('input')
    expect(picker.canUse(stellarId)).toBe(true)
    expect(picker.canUse(1)).toBe(false)
    app.pickToken('input', xlm)
    app.swap.draft.setAmount('5')
    await pass(300)
    expect(app.swap.step.value).toBe('cannotSend')
    // Nothing there could be had: the offer of a deposit stands in its place.
    expect(lastAsk()).toBeUndefined()
    const { payByDeposit } = await app.create.advanced()
    payByDeposit()
    expect(app.swap.draft.options.value).toEqual({ enableDepositAddress: true })
    expect(app.swap.step.value).toBe('needReceiver')
    expect(app.swap.draft.isReceiverOpen.value).toBe(true)
  })

  it('asks without the account, which is none there, and for the account as receiver', async () => {
    const { app, pass, lastAsk, client } = await setup()
    app.pickToken('input', xlm)
    app.swap.draft.options.value = { enableDepositAddress: true, refundAddress: receiver }
    app.swap.draft.setAmount('5')
    await pass(300)
    expect(lastAsk()).toMatchObject({
      originChainId: stellarId,
      userAddress: null,
      receiverAddress: data.account.address,
    })
    const read = client.sent.filter(({ name }) => name === 'balances').map(({ input }) => input)
    expect(read).not.toContainEqual(expect.objectContaining({ chainId: stellarId }))
  })

  it('asks nothing before it is said where what comes back goes', async () => {
    const { app, pass, lastAsk } = await setup({ account: null })
    app.pickToken('input', xlm)
    const { payByDeposit } = await app.create.advanced()
    payByDeposit()
    app.swap.draft.setReceiver(data.account.address)
    app.swap.draft.setAmount('5')
    await pass(1_000)
    expect([app.swap.step.value, app.swap.lacksRefund.value]).toEqual(['needRefund', true])
    expect([lastAsk(), app.swap.quotes.problem.value]).toEqual([undefined, null])
    app.swap.draft.options.value = { enableDepositAddress: true, refundAddress: receiver }
    await pass(1_000)
    expect(lastAsk()).toMatchObject({ options: { refundAddress: receiver } })
    expect(app.swap.lacksRefund.value).toBe(false)
  })

  it('is for one swap: what is swapped next is no deposit', async () => {
    const { app } = await setup()
    app.pickToken('input', xlm)
    app.swap.draft.options.value = { enableDepositAddress: true, refundAddress: receiver, refuel: true }
    app.swap.draft.clear()
    expect(app.swap.draft.options.value).toEqual({ refuel: true })
  })

  it('fills the refund address in where the account has one', async () => {
    const { app } = await setup()
    const { payByDeposit, payNoDeposit } = await app.create.advanced()
    payByDeposit()
    expect(app.swap.draft.options.value).toMatchObject({ refundAddress: data.account.address })
    expect(app.swap.lacksRefund.value).toBe(false)
    payNoDeposit()
    expect(app.swap.draft.options.value).toEqual({})
  })
})

describe('a chain with other addresses, to receive on', () => {
  it('asks nothing until somebody is named, and opens the line for it', async () => {
    const { app, pass, lastAsk } = await setup()
    app.pickToken('output', xlm)
    app.swap.draft.setAmount('5')
    await pass(1_000)
    // The list says that nothing automatic goes there.
    expect([app.swap.step.value, app.swap.otherWays.value]).toEqual(['otherWay', ['manual']])
    app.swap.askManual()
    expect(app.swap.step.value).toBe('needReceiver')
    expect(app.swap.draft.isReceiverOpen.value).toBe(true)
    expect(lastAsk()).toBeUndefined()
    // Nobody else can receive there: the field stays.
    app.swap.draft.removeReceiver()
    expect(app.swap.draft.isReceiverOpen.value).toBe(true)
    app.swap.draft.setReceiver(receiver)
    await pass(1_000)
    expect(lastAsk()).toMatchObject({ userAddress: data.account.address, receiverAddress: receiver })
    expect(lastAsk()).not.toHaveProperty('destinationForm')
  })

  it('needs a receiver where the form is unknown, and asks with exactly what was typed', async () => {
    const ton = { ...stellar, chainId: 5, name: 'Ton', addressForm: 'unknown' as const }
    const { app, pass, lastAsk } = await setup({ chains: [...start.chains, ton] })
    app.pickToken('output', { ...xlm, chainId: 5, address: 'EQ-token' })
    app.swap.draft.setAmount('5')
    app.swap.askManual()
    expect(app.swap.step.value).toBe('needReceiver')
    const typed = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
    app.swap.draft.setReceiver(typed)
    await pass(1_000)
    expect(lastAsk()).toMatchObject({ receiverAddress: typed })
    // The background knows the records of the chains itself.
    expect(lastAsk()).not.toHaveProperty('destinationForm')
  })
})

describe('the picker', () => {
  it('says how old a list is that could not be read anew', async () => {
    const old = { tokens: [], total: 0, readMs: data.bornMs - 3 * 86_400_000 }
    const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, answers: { tokens: () => old } }))
    const app = createAppModel({ ...fake.ports, hash: '' })
    await fake.settle()
    const picker = await app.create.picker('output')
    await fake.settle()
    expect(picker.agedMs.value).toBe(old.readMs)
  })

  it('asks our own index with each key, service and chains when typing rests', async () => {
    const { app, pass, client } = await setup()
    const picker = await app.create.picker('output')
    await pass(0)
    client.sent.length = 0
    for (const query of ['t', 'tk', 'tk1']) picker.query.value = query
    expect(client.sent.map(({ name }) => name)).toEqual(['tokens', 'tokens', 'tokens'])
    await pass(249)
    expect(client.sent).toHaveLength(3)
    await pass(1)
    expect(client.sent.map(({ name }) => name)).toContain('searchTokens')
  })
})
