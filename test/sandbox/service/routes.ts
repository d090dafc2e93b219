import { buildTx } from './endpoints/build-tx.ts'
import { history } from './endpoints/history.ts'
import { quote } from './endpoints/quote.ts'
import { directRouteStatus, status } from './endpoints/status.ts'
import { submit } from './endpoints/submit.ts'
import { supportedChains } from './endpoints/supported-chains.ts'
import { tokensList, tokensSearch } from './endpoints/tokens.ts'
import type { Reply } from './envelope.ts'
import type { Call, ServiceParts } from './service-parts.ts'

/** An endpoint of the interface; faults use its `name`. */
export interface Route {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answer: (parts: ServiceParts, call: Call) => Reply | Promise<Reply>
}

/** The nine endpoints of interface section 4. */
export const routes: readonly Route[] = [
  { name: 'supported-chains', method: 'GET', path: '/api/v1/supported-chains', answer: supportedChains },
  { name: 'tokens/list', method: 'GET', path: '/api/v1/tokens/list', answer: tokensList },
  { name: 'tokens/search', method: 'GET', path: '/api/v1/tokens/search', answer: tokensSearch },
  { name: 'quote', method: 'GET', path: '/api/v1/exchange/quote', answer: quote },
  { name: 'submit', method: 'POST', path: '/api/v1/exchange/submit', answer: submit },
  { name: 'status', method: 'GET', path: '/api/v1/exchange/status', answer: status },
  { name: 'build-tx', method: 'GET', path: '/api/v1/exchange/build-tx', answer: buildTx },
  { name: 'history', method: 'GET', path: '/api/v1/exchange-auto/history', answer: history },
  {
    name: 'direct-route/status',
    method: 'GET',
    path: '/api/v1/exchange/direct-route/status',
    answer: directRouteStatus,
  },
]
