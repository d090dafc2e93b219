import { describe, expect, test } from 'vitest'
import { canAsk, needsReceiver, partiesOf } from '../../../lib/models/request-model.ts'
import { account } from './fake-data.ts'

const [harbour, island, solana, stellar] = [31337, 31338, 89999, 1110002]
const far = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const { address } = account

describe('partiesOf', () => {
  test.each([
    ['two of our chains', harbour, island, account, null, address, null],
    ['somebody named', harbour, island, account, far, address, far],
    ['nobody connected', harbour, island, null, null, null, null],
    ['to another kind of chain', harbour, solana, account, far, address, far],
    ['from another kind of chain: no sender, oneself said', stellar, harbour, account, null, null, address],
    ['from another kind of chain to somebody', stellar, harbour, account, far, null, far],
    ['from another kind of chain, nobody connected', stellar, harbour, null, null, null, null],
    ['between two others: never an account of ours', stellar, solana, account, null, null, null],
  ])('%s', (_, originChainId, destinationChainId, who, named, userAddress, receiverAddress) => {
    expect(partiesOf({ originChainId, destinationChainId, account: who, named })).toEqual({
      userAddress,
      receiverAddress,
    })
  })
})

test.each([
  [harbour, account, null, false, false],
  [harbour, account, null, true, false],
  [harbour, null, null, false, false],
  [harbour, null, null, true, true],
  [harbour, null, address, true, false],
  [solana, account, null, false, true],
  [solana, account, far, false, false],
  [solana, null, null, true, true],
])('on %i, connected %o, named %o, deposit %o: %o', (destinationChainId, who, named, wantsDeposit, needs) => {
  expect(needsReceiver({ destinationChainId, account: who, named, wantsDeposit })).toBe(needs)
})

test.each([
  [harbour, {}, true],
  [stellar, {}, false],
  [stellar, { solanaSponsorAddress: far }, false],
  [stellar, { useDepositAddress: true }, true],
  [stellar, { enableDepositAddress: true }, true],
  [solana, {}, false],
  [solana, { solanaSponsorAddress: far }, true],
])('from %i with %j something can be asked for: %o', (originChainId, options, may) => {
  expect(canAsk(originChainId, options)).toBe(may)
})
