/** Returns an icon as the background returns it: one shape on one color. */
const draw = (color: string, shape: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path fill="${color}" d="M0 0h20v20H0z"/><path fill="#fff" fill-rule="evenodd" d="${shape}"/></svg>`,
  )}`

const ring = 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12m0 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7'
const diamond = 'M10 2.5l4.5 7.3L10 12.4 5.5 9.8zM5.5 11.2l4.5 2.6 4.5-2.6L10 17.5z'
const anchor =
  'M8.8 4.2a1.8 1.8 0 1 1 2.4 1.7v1.3h3v2h-3v4.6c2 0 3-.8 3-2.6h2c0 3.2-2.6 4.8-6.2 4.8S3.8 14.4 3.8 11.2h2c0 1.8 1 2.6 3 2.6V9.2h-3v-2h3V5.9z'
const island = 'M2 15.5c2-5 5-6.5 8-6.5s6 1.5 8 6.5zM10 3l5 4H5z'
const cape = 'M3 15.5 9 5l3 5 1.5-2.2L17 15.5z'

/** The logos of the invented service's list, by address. Tokens and networks without one show a letter. */
export const logos: { readonly [url: string]: string } = {
  'https://list.example/usdc.png': draw('#2775ca', ring),
  'https://list.example/eth.png': draw('#5b6dd8', diamond),
  'https://list.example/weth.png': draw('#a3467f', diamond),
  'https://list.example/dai.png': draw('#c98a10', 'M6 4h4a6 6 0 0 1 0 12H6zm2.5 2.5v7H10a3.5 3.5 0 0 0 0-7z'),
  'https://list.example/isl.png': draw('#2f7d4f', island),
  'https://list.example/harbour.png': draw('#23408e', anchor),
  'https://list.example/island.png': draw('#2f7d4f', island),
  'https://list.example/cape.png': draw('#8a5a12', cape),
}

const networkLogos: { readonly [chainId: number]: string } = {
  1: 'eth',
  31337: 'harbour',
  31338: 'island',
  31339: 'cape',
}

/** The icons of wallets, as each wallet sends its own (EIP-6963). Other wallets show a letter. */
const walletIcons: { readonly [name: string]: string } = {
  MetaMask: draw('#b4501e', cape),
  Rabby: draw('#5a63c8', diamond),
  'Rabby Wallet': draw('#5a63c8', diamond),
  'Test Wallet': draw('#0f6f7c', anchor),
}

/** Gives the tokens, networks and wallets in a message of the background their logos, as real ones have. */
export function addLogos<T>(message: T): T {
  if (Array.isArray(message)) return message.map(addLogos) as T
  if (typeof message !== 'object' || message === null) return message
  const members: { [key: string]: unknown } = {}
  for (const [key, value] of Object.entries(message)) members[key] = addLogos(value)
  if (members.logoURI === null) members.logoURI = logoUrl(String(members.symbol).toLowerCase())
  if (members.iconUrl === null && typeof members.chainId === 'number')
    members.iconUrl = logoUrl(networkLogos[members.chainId] ?? '')
  if (members.iconUrl === null && typeof members.connector === 'string')
    members.iconUrl = walletIcons[String(members.name)] ?? null
  return members as T
}

function logoUrl(name: string): string | null {
  const url = `https://list.example/${name}.png`
  return url in logos ? url : null
}
