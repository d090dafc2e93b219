import { keccak256 } from 'viem'
import { type Address, type Hex, lowerHex } from '../base/hex.ts'
import { gasLimits } from './costs.ts'
import { splitAbiWords } from './payment.ts'
import { encodeAbiWord, ethCall, type Rpc, toQuantity } from './rpc.ts'

/** The size of the data that the fee is read for, in bytes. Calldata compresses to half, so it stands for about 4 kB. */
const dataBytes = 2_048

/** A contract that reports a rollup's fee for the data of a transaction, in addition to its gas. */
interface DataFeeOracle {
  readonly address: Address
  readonly calls: readonly OracleCall[]
}

interface OracleCall {
  readonly data: () => Hex
  readonly unitsOf: (words: readonly bigint[]) => bigint
}

/** `getL1Fee(bytes)`. It charges for compressed data, so the bytes must not be compressible. */
const feeOfBytes: OracleCall = {
  data: () => `0x49948e0e${bytesArgument()}`,
  unitsOf: ([units = 0n]) => units,
}

/** The contracts have the same address on every chain of their kind, so the chain itself shows its kind. */
const oracles: readonly DataFeeOracle[] = [
  {
    // OP stack: GasPriceOracle. `getOperatorFee(uint256)` exists since its upgrade Isthmus.
    address: '0x420000000000000000000000000000000000000f',
    calls: [
      feeOfBytes,
      { data: () => `0x275aedd2${encodeAbiWord(gasLimits.send)}`, unitsOf: ([units = 0n]) => units },
    ],
  },
  // Scroll: L1GasPriceOracle.
  { address: '0x5300000000000000000000000000000000000002', calls: [feeOfBytes] },
  {
    // Arbitrum: ArbGasInfo. `getPricesInWei()` begins with the fee of an empty transaction and of each byte.
    address: '0x000000000000000000000000000000000000006c',
    calls: [
      {
        data: () => '0x41b247a8',
        unitsOf: ([units = 0n, perByte = 0n]) => units + perByte * BigInt(dataBytes),
      },
    ],
  },
]

/** The highest fee of one transaction, in smallest units of the native currency. 0 if the chain has none. */
export function createDataFees(): (rpc: Rpc) => Promise<bigint> {
  const known = new Map<number, Promise<DataFeeOracle | null>>()
  return async (rpc) => {
    const { chainId } = rpc
    const finding = known.get(chainId) ?? findOracle(rpc)
    known.set(chainId, finding)
    // A failed read is not cached.
    finding.catch(() => known.delete(chainId))
    const oracle = await finding
    return oracle === null ? 0n : ((await feeOf(rpc, oracle)) ?? 0n)
  }
}

async function findOracle(rpc: Rpc): Promise<DataFeeOracle | null> {
  const fees = await Promise.all(oracles.map((oracle) => feeOf(rpc, oracle)))
  return oracles.find((_oracle, at) => fees[at] !== null) ?? null
}

/** Reads the fee from an oracle. Null if the oracle does not exist on this chain. */
async function feeOf(rpc: Rpc, { address, calls }: DataFeeOracle): Promise<bigint | null> {
  const [first = null, ...others] = await Promise.all(
    calls.map(async ({ data, unitsOf }) => {
      const answer = await ethCall(rpc, { to: address, data: data() })
      return 'failure' in answer || answer.data.length < 66
        ? null
        : unitsOf(splitAbiWords(answer.data).map((word) => BigInt(`0x${word}`)))
    }),
  )
  return first === null ? null : others.reduce<bigint>((sum, units) => sum + (units ?? 0n), first)
}

function bytesArgument(): string {
  const hashes = Array.from({ length: dataBytes / 32 }, (_, at) => keccak256(toQuantity(at + 16)).slice(2))
  return lowerHex(`0x${encodeAbiWord(32n)}${encodeAbiWord(BigInt(dataBytes))}${hashes.join('')}`).slice(2)
}
