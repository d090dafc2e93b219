import { describe, expect, test } from 'vitest'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { nativeRequest, signedRequest, startSwap } from '../harness/actions.ts'
import { account, stranger, user } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'

const other = stranger.address.toLowerCase()

async function startSilentRequest(
  request: QuoteRequest,
  state: Order['state'],
  isAllowed = false,
): Promise<{ world: World; id: string }> {
  const { world, id } = await startSwap(request, { allowed: isAllowed, behaviours: ['silent'] })
  await world.waitForState(id, state)
  return { world, id }
}

describe('when the wallet no longer shares the account', () => {
  test('stops a swap that waits for its signature, and drops the late signature', async () => {
    const { world, id } = await startSilentRequest(signedRequest, 'sign_requested', true)
    const { walletRequest } = await world.readOrder(id)
    await world.run.accountsChanged(account.wallet, [other])
    expect(await world.readOrder(id)).toMatchObject({
      state: 'needs_user',
      problem: { code: 'walletWrongAccount', money: 'nothingSent' },
    })
    await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
    expect(await world.readOrder(id)).toMatchObject({ state: 'needs_user', signature: null })
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject({ statusCode: 4 })
  })

  test('continues when the wallet shares no account, because it may only be locked', async () => {
    const { world, id } = await startSilentRequest(signedRequest, 'sign_requested', true)
    const before = await world.readOrder(id)
    await world.run.accountsChanged(account.wallet, [])
    expect(await world.readOrder(id)).toEqual(before)
    await world.run.accountsChanged(account.wallet, [user])
    await world.wallet.decide(before.walletRequest?.requestId ?? '', 'yes')
    expect(await world.waitForEnd(id)).toMatchObject({ statusCode: 4 })
  })

  test.each([
    ['an approval', signedRequest, 'approve_requested'],
    ['a transaction', nativeRequest, 'send_requested'],
  ] as const)('keeps %s request open, because the wallet may still execute it', async (_, request, state) => {
    const { world, id } = await startSilentRequest(request, state)
    const before = await world.readOrder(id)
    await world.run.accountsChanged(account.wallet, [other])
    expect(await world.readOrder(id)).toEqual(before)
  })

  test('changes nothing for another wallet, or while the account is still among those that the wallet shares', async () => {
    const { world, id } = await startSilentRequest(signedRequest, 'sign_requested', true)
    const before = await world.readOrder(id)
    await world.run.accountsChanged(account.wallet, [user.toUpperCase().replace('0X', '0x')])
    await world.run.accountsChanged(account.wallet, [other, user])
    await world.run.accountsChanged({ ...account.wallet, id: 'another' }, [other])
    await world.run.accountsChanged({ ...account.wallet, connector: 'extension' }, [other])
    await world.run.accountsChanged({ ...account.wallet, origin: 'https://another.example' }, [other])
    expect(await world.readOrder(id)).toEqual(before)
  })
})
