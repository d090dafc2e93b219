// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

struct SingleOutputBasic {
    uint256 originChainId;
    uint256 destinationChainId;
    uint256 deadline;
    uint256 nonce;
    address sender;
    address receiver;
    address delegate;
    address exchangeGateway;
    uint32 switchboardId;
    address inputToken;
    uint256 inputAmount;
    address outputToken;
    uint256 minOutputAmount;
    uint256 refuelAmount;
}

struct SingleOutputRequest {
    SingleOutputBasic basicReq;
    address swapOutputToken;
    uint256 minSwapOutput;
    bytes32 metadata;
    bytes affiliateFees;
    uint256 minDestGas;
    bytes destinationPayload;
    address exclusiveTransmitter;
}

struct SwapBasic {
    uint256 chainId;
    uint256 deadline;
    uint256 nonce;
    address sender;
    address receiver;
    address exchangeGateway;
    address inputToken;
    uint256 inputAmount;
    address outputToken;
    uint256 minOutputAmount;
}

struct SwapRequest {
    SwapBasic basicReq;
    bytes32 metadata;
    bytes affiliateFees;
    uint256 minDestGas;
    bytes destinationPayload;
    address exclusiveTransmitter;
}

/// @notice The terms that both kinds of request share: everything that the origin chain reads.
struct Terms {
    bytes32 requestHash;
    uint256 chainId;
    uint256 deadline;
    uint256 nonce;
    address sender;
    address gateway;
    address inputToken;
    uint256 inputAmount;
    address exclusiveTransmitter;
    address feeTaker;
    uint256 feeShare;
}

// Replaces a token address for the native currency.
address constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

/// @notice The EIP-712 types of both kinds, and the struct hash that identifies a request everywhere.
library Requests {
    bytes internal constant SINGLE_OUTPUT_BASIC =
        "BasicRequest(uint256 originChainId,uint256 destinationChainId,uint256 deadline,uint256 nonce,address sender,address receiver,address delegate,address exchangeGateway,uint32 switchboardId,address inputToken,uint256 inputAmount,address outputToken,uint256 minOutputAmount,uint256 refuelAmount)";
    bytes internal constant SINGLE_OUTPUT =
        "Request(BasicRequest basicReq,address swapOutputToken,uint256 minSwapOutput,bytes32 metadata,bytes affiliateFees,uint256 minDestGas,bytes destinationPayload,address exclusiveTransmitter)";
    bytes internal constant SWAP_BASIC =
        "BasicRequest(uint256 chainId,uint256 deadline,uint256 nonce,address sender,address receiver,address exchangeGateway,address inputToken,uint256 inputAmount,address outputToken,uint256 minOutputAmount)";
    bytes internal constant SWAP =
        "Request(BasicRequest basicReq,bytes32 metadata,bytes affiliateFees,uint256 minDestGas,bytes destinationPayload,address exclusiveTransmitter)";
    bytes internal constant PERMISSIONS = "TokenPermissions(address token,uint256 amount)";

    /// @dev The share of an affiliate fee that would be the whole input.
    uint256 internal constant WHOLE_SHARE = 1e16;

    error WrongAffiliateFees(uint256 length);

    bytes32 internal constant SINGLE_OUTPUT_BASIC_TYPEHASH = keccak256(SINGLE_OUTPUT_BASIC);
    bytes32 internal constant SINGLE_OUTPUT_TYPEHASH = keccak256(abi.encodePacked(SINGLE_OUTPUT, SINGLE_OUTPUT_BASIC));
    bytes32 internal constant SWAP_BASIC_TYPEHASH = keccak256(SWAP_BASIC);
    bytes32 internal constant SWAP_TYPEHASH = keccak256(abi.encodePacked(SWAP, SWAP_BASIC));

    function singleOutputWitness() internal pure returns (string memory) {
        return string(abi.encodePacked("Request witness)", SINGLE_OUTPUT_BASIC, SINGLE_OUTPUT, PERMISSIONS));
    }

    function swapWitness() internal pure returns (string memory) {
        return string(abi.encodePacked("Request witness)", SWAP_BASIC, SWAP, PERMISSIONS));
    }

    function hashOf(SingleOutputRequest calldata request) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                SINGLE_OUTPUT_TYPEHASH,
                keccak256(abi.encode(SINGLE_OUTPUT_BASIC_TYPEHASH, request.basicReq)),
                request.swapOutputToken,
                request.minSwapOutput,
                request.metadata,
                keccak256(request.affiliateFees),
                request.minDestGas,
                keccak256(request.destinationPayload),
                request.exclusiveTransmitter
            )
        );
    }

    function hashOf(SwapRequest calldata request) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                SWAP_TYPEHASH,
                keccak256(abi.encode(SWAP_BASIC_TYPEHASH, request.basicReq)),
                request.metadata,
                keccak256(request.affiliateFees),
                request.minDestGas,
                keccak256(request.destinationPayload),
                request.exclusiveTransmitter
            )
        );
    }

    function termsOf(SingleOutputRequest calldata request) internal pure returns (Terms memory terms) {
        terms.requestHash = hashOf(request);
        terms.chainId = request.basicReq.originChainId;
        terms.deadline = request.basicReq.deadline;
        terms.nonce = request.basicReq.nonce;
        terms.sender = request.basicReq.sender;
        terms.gateway = request.basicReq.exchangeGateway;
        terms.inputToken = request.basicReq.inputToken;
        terms.inputAmount = request.basicReq.inputAmount;
        terms.exclusiveTransmitter = request.exclusiveTransmitter;
        (terms.feeTaker, terms.feeShare) = feeOf(request.affiliateFees);
    }

    function termsOf(SwapRequest calldata request) internal pure returns (Terms memory terms) {
        terms.requestHash = hashOf(request);
        terms.chainId = request.basicReq.chainId;
        terms.deadline = request.basicReq.deadline;
        terms.nonce = request.basicReq.nonce;
        terms.sender = request.basicReq.sender;
        terms.gateway = request.basicReq.exchangeGateway;
        terms.inputToken = request.basicReq.inputToken;
        terms.inputAmount = request.basicReq.inputAmount;
        terms.exclusiveTransmitter = request.exclusiveTransmitter;
        (terms.feeTaker, terms.feeShare) = feeOf(request.affiliateFees);
    }

    /// @dev Empty, or 20 bytes of taker and 7 bytes of share, packed. Bytes of another length are refused.
    function feeOf(bytes calldata fees) private pure returns (address taker, uint256 share) {
        if (fees.length == 0) return (address(0), 0);
        if (fees.length != 27) revert WrongAffiliateFees(fees.length);
        taker = address(bytes20(fees[0:20]));
        share = uint56(bytes7(fees[20:27]));
        if (share > WHOLE_SHARE) revert WrongAffiliateFees(fees.length);
    }
}
