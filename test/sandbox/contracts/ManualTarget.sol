// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {NATIVE} from "./Requests.sol";
import {Funds, IBalance} from "./Funds.sol";
import {ManualSpender} from "./ManualSpender.sol";

/// @notice The target of a manual route's transaction. It swaps on this chain out of its own reserve, or takes the
/// input for a payment on another chain. A route may need a native fee on top of its input. `routeId` is the
/// transaction's quote.
contract ManualTarget {
    event Swapped(bytes32 indexed routeId, address indexed sender, address inputToken, uint256 inputAmount, address outputToken, uint256 outputAmount, address receiver);
    event Sent(bytes32 indexed routeId, address indexed sender, address inputToken, uint256 inputAmount, uint256 destinationChainId, bytes receiver);

    error WrongValue(uint256 expected);

    /// @notice May be approved in place of this contract.
    ManualSpender public immutable spender;

    constructor(ManualSpender spender_) {
        spender = spender_;
    }

    receive() external payable {}

    function swap(
        bytes32 routeId,
        address inputToken,
        uint256 inputAmount,
        address outputToken,
        uint256 outputAmount,
        address receiver,
        uint256 nativeFee
    ) external payable {
        take(inputToken, inputAmount, nativeFee);
        Funds.pay(outputToken, receiver, outputAmount);
        emit Swapped(routeId, msg.sender, inputToken, inputAmount, outputToken, outputAmount, receiver);
    }

    function send(
        bytes32 routeId,
        address inputToken,
        uint256 inputAmount,
        uint256 destinationChainId,
        bytes calldata receiver,
        uint256 nativeFee
    ) external payable {
        take(inputToken, inputAmount, nativeFee);
        emit Sent(routeId, msg.sender, inputToken, inputAmount, destinationChainId, receiver);
    }

    function take(address token, uint256 amount, uint256 nativeFee) private {
        uint256 expected = nativeFee + (token == NATIVE ? amount : 0);
        if (msg.value != expected) revert WrongValue(expected);
        if (token == NATIVE) return;
        bool isSpenders = IBalance(token).allowance(msg.sender, address(spender)) >= amount;
        if (isSpenders) spender.take(token, msg.sender, amount);
        else Funds.take(token, msg.sender, amount);
    }
}
