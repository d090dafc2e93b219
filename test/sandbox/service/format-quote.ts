import { isJsonRecord, type JsonRecord, pickKeys, type ResponseFormat } from './response-formats.ts'

export function formatQuoteResponse(dress: ResponseFormat, quote: JsonRecord): JsonRecord {
  const { autoRoute, autoRoutes, manualRoutes, deposit, depositRoute, ...rest } = quote
  const list = (routes: unknown, change: (route: JsonRecord) => JsonRecord) =>
    Array.isArray(routes) ? routes.map((route) => (isJsonRecord(route) ? change(route) : route)) : routes
  const auto = (route: JsonRecord) => routeIn[dress](route)
  const routes = {
    autoRoute: isJsonRecord(autoRoute) ? auto(autoRoute) : autoRoute,
    ...(autoRoutes === undefined ? {} : { autoRoutes: list(autoRoutes, auto) }),
    manualRoutes: list(manualRoutes, (route) => manualIn[dress](routeIn[dress](route))),
  }
  return {
    ...rest,
    ...routes,
    ...execIn(dress, rest.destinationExec),
    ...depositIn[dress](deposit, depositRoute),
  }
}

type Change = (route: JsonRecord) => JsonRecord

const feeNames = ['gasFee', 'affiliateFee', 'routeFee'] as const

/** Changes the fees, refuel and venue of a route wherever they appear. */
function changed(route: JsonRecord, change: (value: unknown, name: string) => unknown): JsonRecord {
  const details = isJsonRecord(route.routeDetails) ? route.routeDetails : {}
  const one = (from: JsonRecord, name: string) => ({ [name]: change(from[name], name) })
  return {
    ...route,
    ...one(route, 'gasFee'),
    ...one(route, 'affiliateFee'),
    ...one(route, 'refuel'),
    routeDetails: { ...details, ...one(details, 'routeFee'), ...one(details, 'dexDetails') },
  }
}

const isFee = (name: string) => (feeNames as readonly string[]).includes(name)

const routeIn: Readonly<Record<ResponseFormat, Change>> = {
  bare({ gasFee: _gas, affiliateFee: _taker, routeDetails, ...route }) {
    return {
      ...route,
      routeDetails: isJsonRecord(routeDetails) ? pickKeys(routeDetails, 'name') : routeDetails,
    }
  },
  wrapped: (route) =>
    changed(route, (value, name) =>
      isJsonRecord(value) && (isFee(name) || name === 'dexDetails') ? [value] : value,
    ),
  rich: (route) => {
    const rich = changed(route, (value, name) => {
      if (!isJsonRecord(value)) return value
      if (!isFee(name)) return { ...value, note: 'as quoted', at: 0 }
      const { gasToken = value.token, estimatedFee = value.amount, feeInUsd, ...fee } = value
      const dollars = typeof feeInUsd === 'number' ? String(feeInUsd) : feeInUsd
      return { ...fee, token: gasToken, amount: estimatedFee, feeInUsd: dollars, bps: 3.5, side: 'input' }
    })
    return {
      ...rich,
      score: 0.97,
      warnings: [],
      steps: [{ name: 'swap' }],
      meta: { version: 2 },
    }
  },
  strange: (route) =>
    changed(route, (value, name) => {
      if (name === 'refuel') return isJsonRecord(value) ? value : false
      if (name === 'dexDetails') return 'openocean'
      return name === 'gasFee' ? 0.009 : name === 'routeFee' ? '2585' : {}
    }),
}

const manualIn: Readonly<Record<ResponseFormat, Change>> = {
  bare: (route) => {
    const { output } = route
    const least = isJsonRecord(output) ? pickKeys(output, 'token', 'amount', 'minAmountOut') : output
    return { ...pickKeys(route, 'quoteId', 'quoteExpiry', 'routeDetails', 'refuel'), output: least }
  },
  wrapped: (route) => ({ ...route, userOp: 'tx', txData: null, approvalData: [], requestHash: null }),
  rich: (route) => ({ ...route, routeId: 7, bridge: { id: 'bridge-v2', fast: true }, approvalData: {} }),
  strange: (route) => ({
    ...route,
    approvalData: 'none',
    estimatedTime: 'soon',
    routeTags: 'CHEAPEST',
    slippage: {},
  }),
}

function execIn(dress: ResponseFormat, exec: unknown): JsonRecord {
  if (dress === 'bare') return exec === null ? {} : { destinationExec: exec }
  if (exec !== null) return { destinationExec: exec }
  return { destinationExec: dress === 'wrapped' ? [] : dress === 'rich' ? { enabled: false } : false }
}

/** A deposit is readable in every dress but `strange`. */
const depositIn: Readonly<Record<ResponseFormat, (deposit: unknown, older: unknown) => JsonRecord>> = {
  bare(deposit, older) {
    if (!isJsonRecord(deposit))
      return isJsonRecord(older) ? { depositRoute: pickKeys(older, 'depositAddress', 'quoteId') } : {}
    const { output } = deposit
    const least = isJsonRecord(output) ? { output: pickKeys(output, 'token', 'amount', 'minAmountOut') } : {}
    const known = pickKeys(deposit, 'requestHash', 'expiry', 'refundAddress', 'depositData', 'totalFeeBps')
    return { deposit: { ...known, ...least } }
  },
  // The newer shape under the older name.
  wrapped: (deposit, older) => ({ deposit: null, depositRoute: isJsonRecord(deposit) ? deposit : older }),
  rich: (deposit, older) => ({
    deposit: isJsonRecord(deposit)
      ? { ...deposit, userOp: 'transfer', network: {}, qr: 'https://pay.example/qr' }
      : null,
    depositRoute: isJsonRecord(older) ? { ...older, chain: {}, expiresIn: 600 } : null,
  }),
  strange: (deposit, older) => ({
    ...(isJsonRecord(deposit) ? { deposit } : {}),
    depositRoute: isJsonRecord(older) ? older : {},
  }),
}
