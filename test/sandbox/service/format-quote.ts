import { type Dress, isSaid, only, type Said } from './response-formats.ts'

/** A quote in another format: its manual routes, its deposits, and every fee and figure of its routes. */
export function dressedQuote(dress: Dress, quote: Said): Said {
  const { autoRoute, autoRoutes, manualRoutes, deposit, depositRoute, ...rest } = quote
  const list = (routes: unknown, change: (route: Said) => Said) =>
    Array.isArray(routes) ? routes.map((route) => (isSaid(route) ? change(route) : route)) : routes
  const auto = (route: Said) => routeIn[dress](route)
  const routes = {
    autoRoute: isSaid(autoRoute) ? auto(autoRoute) : autoRoute,
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

type Change = (route: Said) => Said

const feeNames = ['gasFee', 'affiliateFee', 'routeFee'] as const

/** Changes the fees, refuel and venue of a route wherever they appear. */
function changed(route: Said, change: (value: unknown, name: string) => unknown): Said {
  const details = isSaid(route.routeDetails) ? route.routeDetails : {}
  const one = (from: Said, name: string) => ({ [name]: change(from[name], name) })
  return {
    ...route,
    ...one(route, 'gasFee'),
    ...one(route, 'affiliateFee'),
    ...one(route, 'refuel'),
    routeDetails: { ...details, ...one(details, 'routeFee'), ...one(details, 'dexDetails') },
  }
}

const isFee = (name: string) => (feeNames as readonly string[]).includes(name)

/** An operator's rewards (wire shapes 3), in the route's output token. */
function rewarded({ output }: Said): Said {
  if (!isSaid(output)) return {}
  const amounts = { rebateAmount: '10000', rewardAmount: '20000', totalRewardAmount: '30000' }
  return { rewards: { ...amounts, totalRewardAmountInUsd: 0.03, token: output.token, isRewardEnabled: true } }
}

const routeIn: Readonly<Record<Dress, Change>> = {
  bare({ gasFee: _gas, affiliateFee: _taker, routeDetails, ...route }) {
    return { ...route, routeDetails: isSaid(routeDetails) ? only(routeDetails, 'name') : routeDetails }
  },
  wrapped: (route) =>
    changed(route, (value, name) =>
      isSaid(value) && (isFee(name) || name === 'dexDetails') ? [value] : value,
    ),
  rich: (route) => {
    const rich = changed(route, (value, name) => {
      if (!isSaid(value)) return value
      if (!isFee(name)) return { ...value, note: 'as quoted', at: 0 }
      const { gasToken = value.token, estimatedFee = value.amount, feeInUsd, ...fee } = value
      const dollars = typeof feeInUsd === 'number' ? String(feeInUsd) : feeInUsd
      return { ...fee, token: gasToken, amount: estimatedFee, feeInUsd: dollars, bps: 3.5, side: 'input' }
    })
    return {
      ...rich,
      ...rewarded(route),
      score: 0.97,
      warnings: [],
      steps: [{ name: 'swap' }],
      meta: { version: 2 },
    }
  },
  strange: (route) =>
    changed(route, (value, name) => {
      if (name === 'refuel') return isSaid(value) ? value : false
      if (name === 'dexDetails') return 'openocean'
      return name === 'gasFee' ? 0.009 : name === 'routeFee' ? '2585' : {}
    }),
}

const manualIn: Readonly<Record<Dress, Change>> = {
  bare: (route) => {
    const { output } = route
    const least = isSaid(output) ? only(output, 'token', 'amount', 'minAmountOut') : output
    return { ...only(route, 'quoteId', 'quoteExpiry', 'routeDetails', 'refuel'), output: least }
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

function execIn(dress: Dress, exec: unknown): Said {
  if (dress === 'bare') return exec === null ? {} : { destinationExec: exec }
  if (exec !== null) return { destinationExec: exec }
  return { destinationExec: dress === 'wrapped' ? [] : dress === 'rich' ? { enabled: false } : false }
}

/** A deposit is readable in every dress but `strange`. */
const depositIn: Readonly<Record<Dress, (deposit: unknown, older: unknown) => Said>> = {
  bare(deposit, older) {
    if (!isSaid(deposit))
      return isSaid(older) ? { depositRoute: only(older, 'depositAddress', 'quoteId') } : {}
    const { output } = deposit
    const least = isSaid(output) ? { output: only(output, 'token', 'amount', 'minAmountOut') } : {}
    const known = only(deposit, 'requestHash', 'expiry', 'refundAddress', 'depositData', 'totalFeeBps')
    return { deposit: { ...known, ...least } }
  },
  // The newer shape under the older name.
  wrapped: (deposit, older) => ({ deposit: null, depositRoute: isSaid(deposit) ? deposit : older }),
  rich: (deposit, older) => ({
    deposit: isSaid(deposit)
      ? { ...deposit, userOp: 'transfer', network: {}, qr: 'https://pay.example/qr' }
      : null,
    depositRoute: isSaid(older) ? { ...older, chain: {}, expiresIn: 600 } : null,
  }),
  strange: (deposit, older) => ({
    ...(isSaid(deposit) ? { deposit } : {}),
    depositRoute: isSaid(older) ? older : {},
  }),
}
