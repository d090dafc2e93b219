import { expect, test } from 'vitest'
import { createLedger } from '../../../lib/wallet/ledger.ts'
import type { OpenRequest } from '../../../lib/wallet/port.ts'
import { areaFailingOnce, memoryArea } from '../storage/memory-area.ts'

const start = (requestId: string) => ({ requestId, tabId: 3, popups: [8] })

function ledgerAt(clock: { nowMs(): number }, storage = memoryArea()) {
  const reports: (readonly OpenRequest[])[] = []
  return { ledger: createLedger(storage, clock, (open) => reports.push(open)), reports }
}

test('keeps each request across the lives of the worker, with when it was sent and whether it was answered', async () => {
  const storage = memoryArea()
  const { ledger } = ledgerAt({ nowMs: () => 7 }, storage)
  await ledger.recordStart(start('a'))
  await ledger.recordStart(start('b'))
  await ledger.recordStart(start('c'))
  await ledger.recordSent('a')
  await ledger.recordSent('b')
  await ledger.recordAnswered('b')
  await ledger.recordFronted('a')
  const next = ledgerAt({ nowMs: () => 9 }, storage).ledger
  const sent = { ...start('a'), sentMs: 7, isAnswered: false, isFronted: true }
  expect(await next.find('a')).toEqual(sent)
  expect(await next.find('c')).toMatchObject({ sentMs: null })
  expect(await next.find('d')).toBeUndefined()
  // Neither the answered one, nor the one whose method was never sent.
  expect(await next.listUnanswered()).toEqual([sent])
})

test('a request that cannot be stored as sent is not sent', async () => {
  const storage = memoryArea()
  let isFull = false
  const set: typeof storage.set = (items) =>
    isFull ? Promise.reject(new Error('quota exceeded')) : storage.set(items)
  const ledger = createLedger({ ...storage, set }, { nowMs: () => 7 }, () => undefined)
  await ledger.recordStart(start('a'))
  isFull = true
  await expect(ledger.recordSent('a')).rejects.toThrow('quota exceeded')
  expect(await ledger.find('a')).toMatchObject({ sentMs: null })
})

test('storage that cannot be read rejects each request; rows that do not fit count as none', async () => {
  const unreadable = { ...memoryArea(), get: () => Promise.reject(new Error('corrupt')) }
  const ledger = createLedger(unreadable, { nowMs: () => 7 }, () => undefined)
  await expect(ledger.find('a')).rejects.toThrow('corrupt')
  await expect(ledger.recordStart(start('a'))).rejects.toThrow('corrupt')
  const odd = ledgerAt({ nowMs: () => 7 }, memoryArea({ walletRequests: [{ requestId: 'a' }] })).ledger
  expect(await odd.find('a')).toBeUndefined()
})

test('reads the stored requests again after a failed read, and overwrites none of them', async () => {
  const storage = memoryArea()
  await ledgerAt({ nowMs: () => 7 }, storage).ledger.recordStart(start('a'))
  const { ledger } = ledgerAt({ nowMs: () => 8 }, areaFailingOnce(storage.rows))
  await expect(ledger.recordFronted('a')).rejects.toThrow('closed')
  expect(await ledger.find('a')).toMatchObject({ ...start('a'), isFronted: false })
  await ledger.recordStart(start('b'))
  expect(storage.rows).toMatchObject({ walletRequests: [start('a'), start('b')] })
})

test('keeps the open wallet requests since they were sent, and reports each change', () => {
  let nowMs = 5
  const named = { connector: 'page', id: 'io.rabby', name: 'Rabby' } as const
  const { ledger, reports } = ledgerAt({ nowMs: () => nowMs })
  ledger.setOpenMethod('a', null)
  ledger.setOpenMethod('a', 'wallet_addEthereumChain')
  nowMs = 9
  ledger.setOpenMethod('b', 'eth_signTypedData_v4', { ...named, origin: 'o', iconUrl: 'data:,' })
  ledger.setOpenMethod('a', 'eth_sendTransaction')
  const both = [
    { requestId: 'b', method: 'eth_signTypedData_v4', requestedMs: 9, wallet: named },
    { requestId: 'a', method: 'eth_sendTransaction', requestedMs: 9 },
  ]
  expect(reports).toEqual([
    [{ requestId: 'a', method: 'wallet_addEthereumChain', requestedMs: 5 }],
    [expect.objectContaining({ requestId: 'a' }), both[0]],
    both,
  ])
  ledger.setOpenMethod('b', null)
  expect(ledger.openRequests()).toEqual([both[1]])
})

test("a check of a wallet's actions is reported until it was read, whatever the wallet's next request", () => {
  const { ledger, reports } = ledgerAt({ nowMs: () => 5 })
  ledger.setChecking('a', true)
  expect(ledger.openRequests()).toEqual([{ requestId: 'a', method: null, requestedMs: 5, isChecking: true }])
  ledger.setOpenMethod('a', 'eth_sendTransaction')
  expect(ledger.openRequests()).toMatchObject([{ method: 'eth_sendTransaction', isChecking: true }])
  ledger.setChecking('a', false)
  expect(ledger.openRequests()).toEqual([{ requestId: 'a', method: 'eth_sendTransaction', requestedMs: 5 }])
  ledger.setOpenMethod('a', null)
  ledger.setChecking('a', false)
  ledger.setChecking('b', true)
  ledger.setChecking('b', false)
  expect([ledger.openRequests(), reports.length]).toEqual([[], 6])
})

test('reports a request whose page Ferry brought to the front, also if it was not reported before', async () => {
  let nowMs = 5
  const { ledger } = ledgerAt({ nowMs: () => nowMs })
  ledger.setOpenMethod('a', 'eth_sendTransaction')
  nowMs = 9
  await ledger.recordFronted('a')
  await ledger.recordFronted('b')
  expect(ledger.openRequests()).toEqual([
    { requestId: 'a', method: 'eth_sendTransaction', requestedMs: 9, isFronted: true },
    { requestId: 'b', method: null, requestedMs: 9, isFronted: true },
  ])
  // The wallet has the next request: its page was visible since.
  ledger.setOpenMethod('b', 'eth_sendTransaction')
  expect(ledger.openRequests()[1]).toEqual({ requestId: 'b', method: 'eth_sendTransaction', requestedMs: 9 })
})
