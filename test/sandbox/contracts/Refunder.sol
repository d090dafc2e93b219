// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {NATIVE} from "./Requests.sol";
import {Funds} from "./Funds.sol";

/// @notice Pays refunds out of the solver's own funds. It is neither gateway nor inbox, and names the request in the
/// data of its event, not in a topic.
contract Refunder {
    address public immutable solver;
    mapping(bytes32 => bool) public refunded;

    event RequestRefunded(bytes32 requestHash, address receiver, address token, uint256 amount);

    error NotTheSolver();
    error AlreadyRefunded();
    error WrongValue();

    constructor(address solver_) {
        solver = solver_;
    }

    function refund(bytes32 requestHash, address token, uint256 amount, address receiver) external payable {
        if (msg.sender != solver) revert NotTheSolver();
        if (refunded[requestHash]) revert AlreadyRefunded();
        refunded[requestHash] = true;
        if (msg.value != (token == NATIVE ? amount : 0)) revert WrongValue();
        if (token == NATIVE) Funds.pay(token, receiver, amount);
        else Funds.transferFrom(token, msg.sender, receiver, amount);
        emit RequestRefunded(requestHash, receiver, token, amount);
    }
}
