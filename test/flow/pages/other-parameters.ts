import type { OptionName } from '../../../lib/service/quote-options.ts'

const address = (number: number) => `0xbad6${String(number).padStart(36, '0')}`

/**
 * Parameters that a page may not set: every other quote parameter (interface 4.4), and members that a page
 * may try (M6). Each has a recognizable value. The types refuse a missing quote option.
 */
export const otherParameters = {
  userAddress: address(1),
  slippage: '48.61',
  delegateAddress: address(2),
  refuel: true,
  destinationPayload: `0x${'bad6'.repeat(8)}`,
  destinationGasLimit: '48611148611148611148',
  feeBps: '486.2',
  feeTakerAddress: address(3),
  enableManual: true,
  disableSwapping: true,
  disableAuto: true,
  excludeBridges: ['hostile-a'],
  includeBridges: ['hostile-b'],
  includeDexes: ['hostile-c'],
  excludeDexes: ['hostile-d'],
  exclusiveTransmitter: address(4),
  useInbox: true,
  enableMultipleAutoRoutes: true,
  useDepositAddress: true,
  enableDepositAddress: true,
  refundAddress: address(5),
  depositDestinationMemo: 'hostile-e',
  exchange: 'hostile-f',
  solanaSponsorAddress: 'hostile-g',
  options: { slippage: '48.61' },
  url: 'https://hostile.example',
  headers: { origin: 'https://hostile.example' },
} satisfies Readonly<Record<OptionName | 'userAddress' | 'slippage', unknown> & Record<string, unknown>>

/** Values that no request may contain. None of them appears in a hash or an id by chance. */
export const foreignText = /0xbad6(0000|bad6)|hostile|48\.61|486111486111|486\.2/
