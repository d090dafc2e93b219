import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

const first = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const second = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')

/** Anvil's first two accounts, whose keys are public. `wrong` is the account that is not selected. */
export function walletKeys(index: number): { chosen: PrivateKeyAccount; wrong: PrivateKeyAccount } {
  return index === 1 ? { chosen: second, wrong: first } : { chosen: first, wrong: second }
}
