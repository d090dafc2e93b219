import { describe, expect, test } from 'vitest'
import { needsReceiver } from '../../../lib/models/receiver-model.ts'
import { canRequestQuote, partiesOf } from '../../../lib/models/request-model.ts'
import { account } from './fake-data.ts'

const [harbour, island, solana, stellar, unknown] = ['evm', 'evm', 'solana', 'stellar', 'unknown'] as const
const far = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const { address } = account

describe('partiesOf', () => {
  test.each([
    ['two of our chains', harbour, island, account, null, address, null],
    ['to a chain of an unknown form: never an account of ours', unknown, unknown, account, null, null, null],
    ['somebody named', harbour, island, account, far, address, far],
    ['nobody connected', harbour, island, null, null, null, null],
    ['to another kind of chain', harbour, solana, account, far, address, far],
    ['from another kind of chain: no sender, oneself said', stellar, harbour, account, null, null, address],
    ['from another kind of chain to somebody', stellar, harbour, account, far, null, far],
    ['from another kind of chain, nobody connected', stellar, harbour, null, null, null, null],
    ['between two others: never an account of ours', stellar, solana, account, null, null, null],
  ])('%s', (_, originFormat, destinationFormat, who, named, userAddress, receiverAddress) => {
    expect(partiesOf({ originFormat, destinationFormat, account: who, named })).toEqual({
      userAddress,
      receiverAddress,
    })
  })
})

test.each([
  [harbour, account, false, false],
  [harbour, account, true, false],
  [harbour, null, false, false],
  [harbour, null, true, true],
  [solana, account, false, true],
  [solana, null, true, true],
  [unknown, account, false, true],
])('on %s, connected %o, deposit %o: %o', (destinationFormat, who, wantsDeposit, needs) => {
  expect(needsReceiver({ destinationFormat, account: who, wantsDeposit })).toBe(needs)
})

test.each([
  [harbour, {}, true],
  [stellar, {}, false],
  [stellar, { solanaSponsorAddress: far }, false],
  [stellar, { useDepositAddress: true }, true],
  [stellar, { enableDepositAddress: true }, true],
  [solana, {}, false],
  [unknown, {}, false],
  [unknown, { useDepositAddress: true }, true],
  [solana, { solanaSponsorAddress: far }, true],
])('from %s with %j a quote can be requested: %o', (originFormat, options, may) => {
  expect(canRequestQuote(originFormat, options)).toBe(may)
})
