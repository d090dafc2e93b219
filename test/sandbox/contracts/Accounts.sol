// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

/// @dev The answer of an EIP-1271 account that accepts a signature.
bytes4 constant MAGIC = 0x1626ba7e;

/// @dev The signer of a 65-byte signature; zero for an invalid one.
function signerOf(bytes32 digest, bytes calldata signature) pure returns (address) {
    if (signature.length != 65) return address(0);
    return ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
}

/// @notice A contract account of one owner. The owner signs a hash that names the account, so that a signature is valid
/// for one account only (like Coinbase's and Kernel's accounts).
contract OwnedAccount {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        bytes32 bound = keccak256(abi.encode(address(this), digest));
        return signerOf(bound, signature) == owner ? MAGIC : bytes4(0xffffffff);
    }

    function execute(address target, uint256 value, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == owner, "not the owner");
        (bool ok, bytes memory answer) = target.call{value: value}(data);
        require(ok, "the call failed");
        return answer;
    }
}

/// @notice An account of several owners, who all sign. Their signatures are concatenated, ordered by address (like Safe's).
contract SharedAccount {
    address public immutable first;
    address public immutable second;

    constructor(address first_, address second_) {
        first = first_;
        second = second_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signatures) external view returns (bytes4) {
        require(signatures.length == 130, "two signatures");
        require(signerOf(digest, signatures[0:65]) == first, "not the first");
        require(signerOf(digest, signatures[65:130]) == second, "not the second");
        return MAGIC;
    }
}

/// @notice A delegate of an account (EIP-7702) that still accepts the key's plain signature.
contract OpenDelegate {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return signerOf(digest, signature) == address(this) ? MAGIC : bytes4(0xffffffff);
    }
}

/// @notice A delegate that refuses plain signatures: the key has to sign a hash that names the account.
contract StrictDelegate {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        bytes32 bound = keccak256(abi.encode(address(this), digest));
        return signerOf(bound, signature) == address(this) ? MAGIC : bytes4(0xffffffff);
    }
}

/// @notice A delegate that runs several calls in one, all or none, for the account itself (EIP-7702).
contract BatchDelegate {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    function execute(Call[] calldata calls) external payable {
        require(msg.sender == address(this), "not the account");
        for (uint256 at = 0; at < calls.length; at++) {
            (bool ok, bytes memory answer) = calls[at].to.call{value: calls[at].value}(calls[at].data);
            if (!ok) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return signerOf(digest, signature) == address(this) ? MAGIC : bytes4(0xffffffff);
    }
}

/// @notice An account of two owners. One of them proposes a call, which has its own hash. The other owner's agreement
/// runs the call (like Safe's). The account accepts no signature of one owner alone.
contract QueuedAccount {
    struct Proposal {
        address by;
        address target;
        uint256 value;
        bytes data;
    }

    address public immutable first;
    address public immutable second;
    mapping(bytes32 => Proposal) public proposals;
    uint256 public nonce;

    event Proposed(bytes32 indexed proposalHash, address by);
    event Executed(bytes32 indexed proposalHash);

    constructor(address first_, address second_) {
        first = first_;
        second = second_;
    }

    receive() external payable {}

    function propose(address target, uint256 value, bytes calldata data) external returns (bytes32 proposalHash) {
        require(msg.sender == first || msg.sender == second, "not an owner");
        proposalHash = keccak256(abi.encode(address(this), nonce++, target, value, data));
        proposals[proposalHash] = Proposal(msg.sender, target, value, data);
        emit Proposed(proposalHash, msg.sender);
    }

    function agree(bytes32 proposalHash) external {
        Proposal memory proposal = proposals[proposalHash];
        require(proposal.by != address(0) && msg.sender != proposal.by, "not the other owner");
        require(msg.sender == first || msg.sender == second, "not an owner");
        delete proposals[proposalHash];
        (bool ok, ) = proposal.target.call{value: proposal.value}(proposal.data);
        require(ok, "the call failed");
        emit Executed(proposalHash);
    }

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return bytes4(0xffffffff);
    }
}
