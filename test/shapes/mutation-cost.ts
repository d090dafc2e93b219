import type { Mutation, Path } from './mutate.ts'

export interface Place {
  readonly kind: 'auto' | 'manual' | 'deposit'
  readonly path: Path
}

/** The allowed cost of one mutated field in a quote, by the interface, whatever the decoder does. */
export interface Cost {
  /** The whole response: the request it echoes, the input, or the envelope itself. */
  readonly isWholeResponse: boolean
  readonly places: readonly Place[]
  /** Only figures and labels of these routes, or of the input. */
  readonly isShown: boolean
}

/** Figures and labels of a route that are never signed, sent or used as proof. */
const shownOfRoute =
  /^(affiliateFee|gasFee|suggestedClientSlippage|slippage|estimatedTime|routeDetails|refuel|routeTags|approvalData|totalFeeBps)(\.|$)|^output\.(\w*InUsd$|token\.(name|symbol|logoURI|icon|isVerified)$)/
const shownOfInput = /^(priceInUsd|valueInUsd|token\.(name|symbol|logoURI|icon|isVerified))$/
/** Fields where another number is readable but absurd or contradicts another one: a bad quote. */
const counted = /(InUsd|[aA]mount|estimatedFee|slippage|totalFeeBps|decimals|chainId)$/

const noCost: Cost = { isWholeResponse: false, places: [], isShown: true }
const wholeResponseCost: Cost = { isWholeResponse: true, places: [], isShown: false }

export function costOf({ path, changeKind, value }: Mutation, places: readonly Place[]): Cost {
  const [top, part = '', ...rest] = path.map(String)
  if (top === 'statusCode' || top === 'message') return noCost
  if (top !== 'result' || part === '') return wholeResponseCost
  const owners = places.filter((one) => isWithin(path, one.path) || isWithin(one.path, path))
  if (owners.length > 0) {
    const [first] = owners
    const inner = path.slice(first?.path.length).join('.')
    const isAgain = inner === '' && changeKind === 'doubled' && typeof path.at(-1) === 'number'
    const isFigure = shownOfRoute.test(inner) && !isOtherNumber(changeKind, inner, value)
    return { isWholeResponse: false, places: owners, isShown: isAgain || isFigure }
  }
  if (part === 'input') {
    const inner = rest.join('.')
    return shownOfInput.test(inner) && !isOtherNumber(changeKind, inner, value) ? noCost : wholeResponseCost
  }
  const isEcho = ['originChainId', 'destinationChainId', 'userAddress', 'receiverAddress'].includes(part)
  return isEcho ? wholeResponseCost : noCost
}

function isOtherNumber(how: Mutation['changeKind'], inner: string, value: unknown): boolean {
  return counted.test(inner) && (how === 'huge' || typeof value === 'number')
}

export function removesRoute({ path, changeKind }: Mutation, place: Place): boolean {
  const isWhole = path.length <= place.path.length && isWithin(place.path, path)
  return isWhole && (changeKind === 'missing' || changeKind === 'null' || changeKind === 'renamed')
}

export function leavesInput({ path }: Mutation): boolean {
  return path[1] !== 'input'
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, at) => path[at] === key)
}
