import { expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { withPaidToken } from '../../../lib/order/wrapped-input.ts'
import type { OrderKind } from '../../../lib/quote/terms.ts'
import type { StatusResponse } from '../../../lib/service/status.ts'
import { deployment, harbour, tokenOf } from '../../harness/chains.ts'
import { orderOf, recordOf, withPart } from './order-fixture.ts'

const wrapped = tokenOf(harbour, 'WHETH').address

test.each<[OrderKind, string]>([
  ['native', nativeAddress],
  // The person may have sent the wrapped token to the address, which is a wrong token.
  ['deposit', wrapped],
  ['manual', wrapped],
])(
  'a status of a %s swap of native currency that names the wrapped token has the token %s',
  (kind, token) => {
    const made = orderOf({ kind })
    const { reviewed } = made
    const request = { ...reviewed.request, originChainId: harbour.chainId, inputToken: nativeAddress }
    const order = withPart(made, { reviewed: { ...reviewed, request } })
    const record = recordOf(order, { inputToken: wrapped })
    const status: StatusResponse = { kind: 'record', record, serverRequestId: null, clockOffsetMs: 0 }
    expect(withPaidToken(status, order, deployment)).toMatchObject({ record: { inputToken: token } })
  },
)
