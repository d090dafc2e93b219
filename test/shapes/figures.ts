import type { RouteView } from '../../lib/quote/route-view.ts'
import { readPath, type Wire } from '../hostile/wire.ts'
import { isInResponse, isUnknown, leavesOf } from './response-leaves.ts'

export interface ResponseTruth {
  /** Every leaf of the response, in the forms in which a screen may repeat it. */
  readonly leaves: ReadonlySet<string>
  readonly input: unknown
  /** The route as sent; null if it cannot be identified. */
  readonly route: unknown
}

/** Figures that Ferry calculates or makes up itself. They are judged one by one, or not at all. */
const calculatedFields =
  /^\.(key|kind|userOp|isForeign|isRefuelUnread|unreadFees|blocked|expiresMs|outputValueInUsd|netValueInUsd|cost|fees|unknownFees|txData\.value|outputToken\.(imitates|isOddlyNamed))/

/** They differ from the original ones, are not shown as unknown, and are not in the response. */
export function falseFigures(view: RouteView, base: RouteView, truth: ResponseTruth): readonly string[] {
  const before = leavesOf(base)
  const copied = [...leavesOf(view)].filter(([path, figure]) => {
    if (calculatedFields.test(path) || isUnknown(figure) || before.get(path) === figure) return false
    return !isFigureInResponse(figure, truth) && !isAddressShort(figure)
  })
  return [
    ...copied.map(([path, figure]) => `${path} ${String(figure)}`),
    ...falseSums(view, truth),
    ...falseFees(view, truth),
    ...falseValue(view, truth),
  ]
}

/**
 * A transaction sends exactly the wei of its own `value`, in digits, hex or an exact number. It sends none if `value` is
 * absent or null, as in every Ethereum transaction (EIP-1474). A value elsewhere in the response does not count.
 */
function falseValue(view: RouteView, { route }: ResponseTruth): readonly string[] {
  if (view.kind !== 'auto' || view.txData === null) return []
  const said = readPath(route, 'txData.value') ?? '0'
  const text = typeof said === 'string' || typeof said === 'number' ? String(said) : ''
  const isWei = /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(text)
  const { value } = view.txData
  return isWei && BigInt(text) === BigInt(value) ? [] : [`txData.value ${value}`]
}

function falseSums(view: RouteView, { leaves, input, route }: ResponseTruth): readonly string[] {
  const price = numberAt(route, 'output.priceInUsd')
  const whole = Number(view.promisedAmount) / 10 ** view.outputToken.decimals
  const isWorth = near(view.outputValueInUsd, price === null ? null : whole * price)
  const paid = view.fees.filter(({ kind }) => kind === 'gas' || kind === 'native')
  const costs = paid.reduce((all, { feeInUsd }) => all + Number(feeInUsd), 0)
  // The service's value after all costs counts where it is lower.
  const left = ['effectiveValueInUsd', 'effectiveReceivedInUsd'].map(
    (name) => numberAt(route, `output.${name}`) || null,
  )
  const most = Math.min(...left.map((one) => one ?? Number.POSITIVE_INFINITY))
  const worths = [price === null ? null : whole * price, numberAt(route, 'output.valueInUsd')]
  const nets = [...worths, Number(view.outputValueInUsd)].map((one) =>
    Math.min((one ?? Number.NaN) - costs, most),
  )
  const given = [numberAt(input, 'valueInUsd'), inputValueUsd(input)].filter(
    (one) => one !== null && one !== 0,
  )
  // Read from the chain, not from the response.
  const approvals = Number(view.cost?.approvalGasInUsd ?? '0')
  const lost = given.flatMap((one) => nets.map((net) => [(one ?? 0) - net + approvals, one ?? 1] as const))
  const isCost = lost.some(
    ([inUsd, one]) =>
      near(view.cost?.inUsd ?? null, inUsd) &&
      Math.abs(Number(view.cost?.percent) - (inUsd / one) * 100) <= 0.011,
  )
  const known = view.fees.reduce((all, { feeInUsd }) => all + Number(feeInUsd), 0)
  const rest = Number(view.cost?.inUsd) - known - approvals
  return [
    view.outputValueInUsd === null || isWorth || leaves.has(view.outputValueInUsd) ? '' : 'outputValueInUsd',
    view.netValueInUsd === null || nets.some((net) => near(view.netValueInUsd, net)) ? '' : 'netValueInUsd',
    view.netValueInUsd !== null && view.unknownFees.includes('gas') ? 'netValueInUsd without its gas' : '',
    view.cost === null || isCost ? '' : `cost ${view.cost.inUsd} ${view.cost.percent}`,
    view.cost === null || near(view.cost.restInUsd, rest) ? '' : `rest ${view.cost.restInUsd}`,
  ].filter((one) => one !== '')
}

const slots = [
  ['gasFee', ['gas']],
  ['affiliateFee', ['affiliate']],
  ['routeDetails.routeFee', ['route', 'native']],
] as const

/** A fee in the response must be displayed or shown as unknown. A displayed fee must be in the response. */
function falseFees(view: RouteView, { leaves, input, route }: ResponseTruth): readonly string[] {
  if (view.kind === 'deposit') return []
  const dropped = slots.filter(([path, kinds]) => {
    const value = readPath(route, path)
    if (value === undefined || value === null || value === '') return false
    const isShown = view.fees.some(({ kind }) => (kinds as readonly string[]).includes(kind))
    return !isShown && !view.unknownFees.some((kind) => (kinds as readonly string[]).includes(kind))
  })
  const prices = [numberAt(input, 'priceInUsd'), numberAt(route, 'output.priceInUsd')]
  const wrong = view.fees.filter(({ kind, amount, feeInUsd, token }) => {
    const isAmount = kind === 'relayer' ? amount === relayed(route) : leaves.has(amount)
    const worths = prices.map((price) =>
      price === null ? null : (Number(amount) / 10 ** token.decimals) * price,
    )
    const isValue = feeInUsd === null || leaves.has(feeInUsd) || worths.some((one) => near(feeInUsd, one))
    return !isAmount || !(isValue || amount === '0')
  })
  return [...dropped.map(([path]) => `${path} is dropped`), ...wrong.map(({ kind }) => `fee ${kind}`)]
}

function relayed(route: unknown): string {
  try {
    return String(
      BigInt(String(readPath(route, 'output.amount'))) -
        BigInt(String(readPath(route, 'output.effectiveAmount'))),
    )
  } catch {
    return 'none'
  }
}

function inputValueUsd(input: unknown): number | null {
  const price = numberAt(input, 'priceInUsd')
  const decimals = numberAt(input, 'token.decimals') ?? 0
  return price === null ? null : (Number(readPath(input, 'amount')) / 10 ** decimals) * price
}

function numberAt(root: unknown, path: string): number | null {
  const value = readPath(root as Wire, path)
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value))
  return isNumber ? Number(value) : null
}

function near(text: string | null, value: number | null): boolean {
  if (text === null || value === null) return false
  return Math.abs(Number(text) - value) <= 1e-6 + Math.abs(value) * 1e-6
}

function isFigureInResponse(figure: unknown, { leaves }: ResponseTruth): boolean {
  const text = String(figure)
  return isInResponse(text, leaves)
}

/** An address replaces an unreadable name. */
function isAddressShort(figure: unknown): boolean {
  return typeof figure === 'string' && /^0x[0-9a-f]{4}…[0-9a-f]{4}$/.test(figure)
}
